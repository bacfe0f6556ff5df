import { DecodeError } from './errors.ts'

/** The decoded value, or the DecodeError that the decoder threw. Any other error is thrown again. */
export function valueOrDecodeError<T>(decode: () => T): T | DecodeError {
  try {
    return decode()
  } catch (error) {
    if (error instanceof DecodeError) return error
    throw error
  }
}
