import { ApiProblem } from '../lib/api-problem.ts';

const WIRE_NAME = /\b[a-z0-9]+(?:_[a-z0-9]+)+\b/g;

/** Writes the fields that a text names as a person says them: `initial_tp_price must be …` becomes `Initial TP price must be …`. */
function plainFields(text: string): string {
  const words = text.replace(WIRE_NAME, (name) =>
    name.replaceAll('_', ' ').replace(/\b(tp|sl)\b/g, (part) => part.toUpperCase()),
  );
  return words === text ? text : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Gives what the server refused in its words, where it is about fields without the names they have in a body; other texts as they are. */
export function plainRefusal(error: unknown, said: string): string {
  const isOfFields = error instanceof ApiProblem && error.facts.fields !== undefined;
  return isOfFields ? plainFields(said) : said;
}
