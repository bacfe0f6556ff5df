const quote = 0x22
const backslash = 0x5c

/** Counts brackets outside strings in one pass, before any value is built. */
export function isDeeperThan(maximumDepth: number, text: string): boolean {
  // Text with fewer characters than levels is not too deep.
  if (text.length <= maximumDepth) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (isOpener(code) && ++depth > maximumDepth) return true
    else if (isCloser(code)) depth--
  }
  return false
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
