const quote = 0x22
const backslash = 0x5c

const colon = 0x3a

/**
 * Members of all objects in one text. Building objects of more members takes longer than a millisecond per thousand;
 * a call that overrides the most cells, or the largest batch, has fewer.
 */
export const maximumMembers = 20_000

/** Which bound a JSON text exceeds. Counts brackets and colons outside strings in one pass, before any value is built. */
export function exceededBound(text: string, maximumDepth: number): 'depth' | 'members' | undefined {
  // Text with fewer characters than levels exceeds neither bound.
  if (text.length <= maximumDepth) return undefined
  let depth = 0
  let members = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === colon && ++members > maximumMembers) return 'members'
    else if (isOpener(code) && ++depth > maximumDepth) return 'depth'
    else if (isCloser(code)) depth--
  }
  return undefined
}

/** Position of the closing quote; the end of the text when the quote is missing. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === backslash) at++
  }
  return text.length
}

const isOpener = (code: number): boolean => code === 0x7b || code === 0x5b
const isCloser = (code: number): boolean => code === 0x7d || code === 0x5d
