import { asciiBytes, leftPad } from '../primitives/bytes.ts'

/** The key under which native contracts keep a named value: its ASCII name at the end of a word. */
export const cellKey = (name: string): Uint8Array => leftPad(asciiBytes(name), 32)
