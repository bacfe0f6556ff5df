/** Characters of a text that pages show. */
const maximumLength = 1_000

/**
 * A text that a contract wrote as one line: without control characters, invisible ones and those that turn the direction of
 * writing, and with at most two marks above a letter.
 */
export const shownText = (text: string): string =>
  text
    .slice(0, maximumLength)
    .replace(/[\p{Z}\s]+/gu, ' ')
    .replace(/\p{C}/gu, '')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .trim()
