/* Names that contracts give themselves. Pages show them as text; this bounds what such a text can do to a line. */

const maximumLength = 32

/**
 * A name as one short line: without control characters, invisible ones and those that turn the direction of writing,
 * and with at most two marks above a letter.
 */
export function shownName(text: string): string {
  const plain = text
    .slice(0, 1_000)
    .replace(/[\p{Z}\s]+/gu, ' ')
    .replace(/\p{C}/gu, '')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .trim()
  const letters = [...plain]
  return letters.length <= maximumLength ? plain : `${letters.slice(0, maximumLength - 1).join('')}…`
}
