import { ownTurn } from '../../primitives/work/turns.ts'
import { JsonText } from './jsonText.ts'
import { StreamedJson } from './streamedJson.ts'

/** The text of a JSON value in parts. Each takes little work to make; it is made when it is asked for. */
export type TextParts = Iterator<string, void, undefined>

/** Characters that are made in one turn of the event loop, and the length up to which an answer is one text. */
const turnLength = 64 * 1024

/** A part for work that makes no text yet: the next part is made in another turn. */
export const endOfTurn = ''

/** An answer that is made in slices of the main thread, as fast as its client reads it; a short one is made at once. */
export function inParts(parts: TextParts): JsonText | StreamedJson {
  const { text, isEnd } = joinedParts(parts)
  return isEnd ? new JsonText(text) : new StreamedJson(slices(text, parts))
}

async function* slices(first: string, parts: TextParts): AsyncGenerator<string> {
  if (first !== '') yield first
  for (let isOver = false; !isOver; ) {
    await ownTurn()
    const { text, isEnd } = joinedParts(parts)
    isOver = isEnd
    if (text !== '') yield text
  }
}

function joinedParts(parts: TextParts): { readonly text: string; readonly isEnd: boolean } {
  let text = ''
  while (text.length < turnLength) {
    const next = parts.next()
    if (next.done === true) return { text, isEnd: true }
    if (next.value === endOfTurn) break
    text += next.value
  }
  return { text, isEnd: false }
}

/** The parts of a list or of an object's members, between brackets and with commas. */
export function* enclosed(
  [opening, closing]: readonly [string, string],
  entries: Iterable<string | TextParts>,
): Generator<string, void, undefined> {
  let before = opening
  for (const entry of entries) {
    yield before
    before = ','
    if (typeof entry === 'string') yield entry
    else yield* { [Symbol.iterator]: () => entry }
  }
  yield before === opening ? opening + closing : closing
}

export const braces = ['{', '}'] as const
export const brackets = ['[', ']'] as const
