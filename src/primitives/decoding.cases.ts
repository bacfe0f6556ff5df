import { DecodeError } from './errors.ts'

/** What a decoder gives for bytes from outside: a value or the DecodeError it threw. Anything else is thrown on. */
export function valueOrDecodeError<T>(decode: () => T): T | DecodeError {
  try {
    return decode()
  } catch (error) {
    if (error instanceof DecodeError) return error
    throw error
  }
}
