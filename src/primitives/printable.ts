/** Escapes control characters, so that text from outside cannot control the terminal. */
export const printable = (text: string): string => text.replace(/\p{Cc}/gu, escaped)

/** JSON has no escapes for the controls from U+007F to U+009F, of which U+009B begins commands of some terminals. */
function escaped(character: string): string {
  const json = JSON.stringify(character).slice(1, -1)
  return json === character ? `\\u00${character.charCodeAt(0).toString(16)}` : json
}
