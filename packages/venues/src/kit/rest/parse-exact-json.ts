const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const QUOTE = 34;

/**
 * Parses JSON with every number as its text, so that ids and amounts beyond a double stay exact; undefined when it is no JSON.
 */
export function parseExactJson(text: string): unknown {
  try {
    return JSON.parse(
      text.replace(STRING_OR_NUMBER, (token) => (token.charCodeAt(0) === QUOTE ? token : `"${token}"`)),
    );
  } catch (e) {
    if (e instanceof SyntaxError) return undefined;
    throw e;
  }
}
