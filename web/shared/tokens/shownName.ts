import { shownText } from '../format/shownText.ts'

/* Names that contracts give themselves. Pages show them as text; this bounds what such a text can do to a line. */

const maximumLength = 32

/** A name as one short line. */
export function shownName(text: string): string {
  const plain = shownText(text)
  const letters = [...plain]
  return letters.length <= maximumLength ? plain : `${letters.slice(0, maximumLength - 1).join('')}…`
}
