import { type Address, asAddress, asHash, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex } from '../../primitives/hex.ts'
import type { RemoteAnswer, RemoteCall, RemoteFault } from '../../remote/jsonAnswers.ts'
import { UpstreamError, type UpstreamProblem } from '../upstreamError.ts'

/* Values of an endpoint's JSON. Everything is checked; a `DecodeError` names what is wrong. */

export type JsonObject = Readonly<Record<string, unknown>>

export function objectFrom(value: unknown, where: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DecodeError(where, 'is not an object')
  }
  return value as JsonObject
}

export function listFrom(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new DecodeError(where, 'is not a list')
  return value
}

export function dataFrom(value: unknown, where: string): Uint8Array {
  if (typeof value !== 'string') throw new DecodeError(where, 'is not text')
  return fromHex(value, where)
}

/** Refuses longer data before decoding it. */
export function boundedFrom(value: unknown, maximumBytes: number, where: string): Uint8Array {
  if (typeof value === 'string' && value.length > 2 + 2 * maximumBytes) {
    throw new DecodeError(where, `has more than ${maximumBytes} bytes`)
  }
  return dataFrom(value, where)
}

export function fixedFrom(value: unknown, length: number, where: string): Uint8Array {
  const bytes = boundedFrom(value, length, where)
  if (bytes.length !== length) throw new DecodeError(where, `has ${bytes.length} bytes instead of ${length}`)
  return bytes
}

export const hashFrom = (value: unknown, where: string): Hash => asHash(fixedFrom(value, 32, where))

export const addressFrom = (value: unknown, where: string): Address => asAddress(fixedFrom(value, 20, where))

/** A quantity of at most 32 bytes; nodes also write leading zeros. */
export function quantityFrom(value: unknown, where: string): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{0,64}$/.test(value)) {
    throw new DecodeError(where, 'is not a quantity')
  }
  return value === '0x' ? 0n : BigInt(value)
}

export function numberFrom(value: unknown, where: string): number {
  const quantity = quantityFrom(value, where)
  if (quantity > BigInt(Number.MAX_SAFE_INTEGER)) throw new DecodeError(where, 'is too large')
  return Number(quantity)
}

/** Messages of nodes that do not have a block, or its state. */
const isUnknownBlock = /block.*not found|unknown block|header not found|block not found/i
const isMissingState = /missing trie node|prun|state.*(not|unavail|miss)|archive|history/i

/** What an endpoint does wrong, in words that follow its name; `fromEndpoint` makes an `UpstreamError` of it. */
export class EndpointFault extends Error {
  override readonly name = 'EndpointFault'
  readonly code: UpstreamProblem

  constructor(code: UpstreamProblem, what: string) {
    super(what)
    this.code = code
  }
}

/** The answer to one of several calls. */
export interface CallAnswer {
  readonly isError: boolean
  /** In the endpoint's words. */
  readonly error: RemoteFault | undefined
  /** Throws an `EndpointFault` that names the method if the answer is an error. */
  readonly result: unknown
  /** Says later that the answer was false, in words that follow the endpoint's name; undefined if it is not asked for. */
  readonly accuse?: ((what: string) => void) | undefined
}

export const answersTo = (
  calls: readonly RemoteCall[],
  answers: readonly RemoteAnswer[],
  accuse?: (what: string) => void,
): readonly CallAnswer[] =>
  calls.map(({ method }, index) => {
    const answer = answers[index]!
    return {
      accuse,
      isError: answer.error !== undefined,
      error: answer.error,
      get result() {
        if (answer.error === undefined) return answer.result
        const { message, code } = answer.error
        throw new EndpointFault(problemOf(message), `answers ${method} with error ${code}: ${message}`)
      },
    }
  })

/** Splits answers to lists of calls that were sent as one list. */
export function splitAnswers(
  answers: readonly CallAnswer[],
  lists: readonly (readonly RemoteCall[])[],
): CallAnswer[][] {
  let end = 0
  return lists.map(({ length }) => {
    end += length
    return answers.slice(end - length, end)
  })
}

function problemOf(message: string): UpstreamProblem {
  if (isMissingState.test(message)) return 'missing-state'
  return isUnknownBlock.test(message) ? 'reorganised' : 'refused'
}

/** Reads answers; an `EndpointFault` or `DecodeError` becomes an `UpstreamError` that names the endpoint. */
export function fromEndpoint<Value>(shown: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (error instanceof EndpointFault) {
      throw new UpstreamError(error.code, `the endpoint ${shown} ${error.message}`)
    }
    if (!(error instanceof DecodeError)) throw error
    throw new UpstreamError('malformed', `the endpoint ${shown} gives a wrong value: ${error.message}`)
  }
}
