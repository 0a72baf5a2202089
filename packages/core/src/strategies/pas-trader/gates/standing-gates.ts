import { answer, type TriggerGate } from './gate.ts';

/** Blocks while the engine does not run, or does not trade the symbol. */
export const engineGate: TriggerGate = ({ reading, settings, facts }) => {
  if (!facts.isEngineRunning) return answer('engine', false, 'no engine is running');
  if (settings.symbols.includes(reading.symbol))
    return answer('engine', true, () => `running, ${reading.symbol} is listed`);
  if (settings.autoPick) return answer('engine', true, () => `running, ${reading.symbol} is picked by itself`);
  return answer('engine', false, () => `${reading.symbol} is not among its symbols`);
};

/** Blocks at every level of the kill switch. */
export const killSwitchGate: TriggerGate = ({ facts }) =>
  facts.killLevel === 0
    ? answer('kill-switch', true, 'the kill switch is off')
    : answer('kill-switch', false, () => `the kill switch is on, level ${facts.killLevel}`);

/** Blocks an account that would trade real money without a passed verdict. */
export const verdictGate: TriggerGate = ({ facts }) => answer('verdict', facts.verdict.ok, facts.verdict.detail);
