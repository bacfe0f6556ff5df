import { BitcoinError, bitcoinError, bitcoinErrorCodes } from '../bitcoinError.ts'
import type { SimulatedBitcoin } from '../simulatedBitcoin.ts'
import { isObject, type Json, type JsonObject } from './arguments.ts'
import { argumentsOf, type BitcoinMethod } from './bitcoinMethod.ts'
import { blockMethods } from './blockMethods.ts'
import { transactionMethods } from './transactionMethods.ts'
import { walletMethods } from './walletMethods.ts'

/** An HTTP status and a body, which is empty after a notification. */
export interface BitcoinAnswer {
  readonly status: number
  readonly text: string
}

interface Outcome {
  readonly result?: Json
  readonly error?: BitcoinError
}

/** The methods of Bitcoin Core's JSON-RPC that the simulation has, by name. */
export const bitcoinMethods: ReadonlyMap<string, BitcoinMethod> = new Map(
  Object.entries({ ...blockMethods, ...transactionMethods, ...walletMethods }),
)

/** Maximum requests of one batch; bounds the work of one body. */
const maximumBatch = 1_000

/** Bitcoin Core's JSON-RPC over a simulation: versions 1.0, 1.1 and 2.0, with the statuses of its HTTP server. */
export class BitcoinRpc {
  readonly #bitcoin: SimulatedBitcoin
  readonly #onFailure: (error: unknown) => void

  /** `onFailure` receives errors that the client did not cause. */
  constructor(bitcoin: SimulatedBitcoin, onFailure: (error: unknown) => void) {
    this.#bitcoin = bitcoin
    this.#onFailure = onFailure
  }

  async answer(body: string): Promise<BitcoinAnswer> {
    const parsed = tryToParse(body)
    if (parsed === undefined) return refused('Parse error')
    if (Array.isArray(parsed)) return this.#answerBatch(parsed)
    if (!isObject(parsed)) return refused('Top-level object parse error')
    const outcome = await this.#outcomeOf(parsed)
    if (isNotification(parsed)) return { status: 204, text: '' }
    return { status: statusOf(parsed, outcome), text: lineOf(responseTo(parsed, outcome)) }
  }

  async #answerBatch(requests: readonly Json[]): Promise<BitcoinAnswer> {
    if (requests.length > maximumBatch) {
      const error = bitcoinError('invalidRequest', `A batch has at most ${maximumBatch} requests`)
      return { status: 400, text: lineOf(responseTo({}, { error })) }
    }
    const responses: JsonObject[] = []
    for (const request of requests) {
      const outcome = await this.#outcomeOf(request)
      if (!isObject(request)) responses.push(responseTo({}, outcome))
      else if (!isNotification(request)) responses.push(responseTo(request, outcome))
    }
    const isSilent = requests.length > 0 && responses.length === 0
    return isSilent ? { status: 204, text: '' } : { status: 200, text: lineOf(responses) }
  }

  async #outcomeOf(request: Json): Promise<Outcome> {
    try {
      if (!isObject(request)) throw bitcoinError('invalidRequest', 'Invalid Request object')
      return { result: await this.#run(request) }
    } catch (error) {
      if (error instanceof BitcoinError) return { error }
      this.#onFailure(error)
      return { error: bitcoinError('internal', 'Internal error') }
    }
  }

  #run({ method: name, params }: JsonObject): Json | Promise<Json> {
    if (name === undefined || name === null) throw bitcoinError('invalidRequest', 'Missing method')
    if (typeof name !== 'string') throw bitcoinError('invalidRequest', 'Method must be a string')
    const isStructured = params === undefined || params === null || typeof params === 'object'
    if (!isStructured) throw bitcoinError('invalidRequest', 'Params must be an array or object')
    const method = bitcoinMethods.get(name)
    if (!method) throw bitcoinError('methodNotFound', 'Method not found')
    return method.run(argumentsOf(name, method, params), this.#bitcoin)
  }
}

function tryToParse(body: string): Json | undefined {
  try {
    const parsed: Json = JSON.parse(body)
    return parsed
  } catch {
    return undefined
  }
}

const refused = (message: string): BitcoinAnswer => ({
  status: 500,
  text: lineOf(responseTo({}, { error: bitcoinError('parse', message) })),
})

const lineOf = (value: Json): string => `${JSON.stringify(value)}\n`

const isVersion2 = ({ jsonrpc }: JsonObject): boolean => jsonrpc === '2.0'

const isNotification = (request: JsonObject): boolean => isVersion2(request) && request['id'] === undefined

const isScalar = (value: Json): boolean => value === null || typeof value !== 'object'

/** Responses before version 2.0 have both `result` and `error`. */
function responseTo(request: JsonObject, { result = null, error }: Outcome): JsonObject {
  const { id: given = null } = request
  // A nested id could be too deep for `JSON.stringify`.
  const id = isScalar(given) ? given : null
  const shown = error && { code: error.code, message: error.message }
  if (!isVersion2(request)) return { result: shown ? null : result, error: shown ?? null, id }
  return shown ? { jsonrpc: '2.0', error: shown, id } : { jsonrpc: '2.0', result, id }
}

function statusOf(request: JsonObject, { error }: Outcome): number {
  if (!error || isVersion2(request)) return 200
  if (error.code === bitcoinErrorCodes.invalidRequest) return 400
  return error.code === bitcoinErrorCodes.methodNotFound ? 404 : 500
}
