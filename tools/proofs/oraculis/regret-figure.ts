export interface FigureLine {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
}

const WIDTH = 760;
const HEIGHT = 380;
const LEFT = 70;
const RIGHT = 220;
const TOP = 30;
const BOTTOM = 45;
const COLOURS = ['#0f766e', '#2563eb', '#b45309', '#7c3aed', '#be123c', '#64748b'];

/** Returns a line chart as SVG text: decisions to the right, cumulative regret in bps upwards. */
export function regretFigure(title: string, lines: readonly FigureLine[]): string {
  const all = lines.flatMap(({ points }) => points);
  const xMax = Math.max(...all.map(([x]) => x));
  const yMax = Math.max(...all.map(([, y]) => y));
  const xOf = (x: number): string => (LEFT + (x / xMax) * (WIDTH - LEFT - RIGHT)).toFixed(1);
  const yOf = (y: number): string => (HEIGHT - BOTTOM - (y / yMax) * (HEIGHT - TOP - BOTTOM)).toFixed(1);
  const text = (x: string | number, y: string | number, words: string, anchor = 'middle'): string =>
    `<text x="${x}" y="${y}" text-anchor="${anchor}">${words}</text>`;
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" role="img" aria-label="${title}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    text(LEFT, 18, title, 'start'),
    ...ticks.map((tick) => text(xOf(tick * xMax), HEIGHT - 24, String(Math.round(tick * xMax)))),
    ...ticks.map((tick) => text(LEFT - 8, yOf(tick * yMax), Math.round(tick * yMax).toLocaleString('en-GB'), 'end')),
    ...ticks.map(
      (tick) =>
        `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${yOf(tick * yMax)}" y2="${yOf(tick * yMax)}" stroke="#e2e8f0"/>`,
    ),
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, 'decisions'),
    ...lines.flatMap(({ name, points }, ix) => {
      const colour = COLOURS[ix % COLOURS.length] ?? '#000000';
      const path = points.map(([x, y]) => `${xOf(x)},${yOf(y)}`).join(' ');
      const legendY = TOP + 14 + ix * 20;
      return [
        `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
        `<line x1="${WIDTH - RIGHT + 12}" x2="${WIDTH - RIGHT + 30}" y1="${legendY - 4}" y2="${legendY - 4}" stroke="${colour}" stroke-width="2"/>`,
        text(WIDTH - RIGHT + 36, legendY, name, 'start'),
      ];
    }),
    '</svg>',
    '',
  ].join('\n');
}
