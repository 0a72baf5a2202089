/** A day of the calendar, by the midnight UTC at which it begins. */
interface CalendarDay {
  readonly day: number;
  /** null where nothing closed. */
  readonly net: number | null;
  readonly trades: number;
}

export interface CalendarCell extends CalendarDay {
  /** Column, from the left. */
  readonly week: number;
  /** Row: 0 is Monday. */
  readonly weekday: number;
}

const DAY_S = 86_400;
/** 1970-01-01 was a Thursday. */
const EPOCH_WEEKDAY = 3;

/** Lays the last `days` UTC days out in weeks, the newest in the last column. */
export function calendarCells(
  daily: readonly { readonly day: number; readonly net_usd: number; readonly trades: number }[],
  { days, nowS }: { readonly days: number; readonly nowS: number },
): readonly CalendarCell[] {
  const today = Math.floor(nowS / DAY_S) * DAY_S;
  const first = today - (days - 1) * DAY_S;
  const known = new Map(daily.map((each) => [each.day, each]));
  const mondayOf = (day: number): number => Math.floor((day / DAY_S + EPOCH_WEEKDAY) / 7);
  return Array.from({ length: days }, (_, at) => {
    const day = first + at * DAY_S;
    const told = known.get(day);
    const isEmpty = told === undefined || (told.trades === 0 && told.net_usd === 0);
    return {
      day,
      net: isEmpty ? null : told.net_usd,
      trades: told?.trades ?? 0,
      week: mondayOf(day) - mondayOf(first),
      weekday: (day / DAY_S + EPOCH_WEEKDAY) % 7,
    };
  });
}
