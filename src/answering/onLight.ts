import { MissingHistory } from '../chain/storage/chainStart.ts'
import { LightError } from '../light/lightError.ts'
import type { LightNode } from '../node/light/lightNode.ts'
import { toHex } from '../primitives/hex.ts'
import { after, type Later, recovered } from '../primitives/work/later.ts'
import type { Answerer, Call } from '../rpc/envelope/call.ts'
import {
  belowLinked,
  executionTimeout,
  notProvable,
  RpcError,
  receiptNotYet,
  UnknownBlock,
  unprovable,
} from '../rpc/errors/errors.ts'
import type { Json } from '../rpc/json/json.ts'
import { JsonText } from '../rpc/json/jsonText.ts'
import type { Result } from '../rpc/json/result.ts'
import { type Effect, isQuestion } from '../rpc/method/methodFacts.ts'
import { ethGetTransactionReceipt } from '../rpc/modules/eth/getTransactionReceipt.ts'
import { rawTransactionOf, waitOf } from '../rpc/modules/eth/sendRawTransaction.ts'
import { positional } from '../rpc/params/parameter.ts'
import { decodeSubmission } from '../rpc/submission/submission.ts'
import { UpstreamError } from '../upstream/upstreamError.ts'
import { lightFailure } from './lightFailure.ts'

/** Why nothing would prove the answer of a refused method. */
const reasons: Readonly<Partial<Record<Effect, string>>> = {
  'asks-chain': 'it needs an index, or all of a state, for which there is no proof',
  'asks-node': 'it asks what only a node knows: its peers, its pool or its miner',
  'uses-node': 'it uses the wallet or the miner of a node, and this client has neither',
  'changes-chain': 'only a local chain can be changed',
  'submits-unsigned':
    'this client has no wallet: sign the transaction and send it with eth_sendRawTransaction',
}

const reasonOf = ({ effect }: Call['method']): string => reasons[effect] ?? 'nothing proves the answer'

/**
 * Answers what believed headers prove. A read runs with what is known, what it missed is fetched and checked, and it runs again;
 * everything else is refused with the reason, or passed on to an endpoint where the operator has chosen so.
 */
export function onLight(inner: Answerer, light: LightNode): Answerer {
  const read = (call: Call): Later<Result> => {
    const { meter } = call
    const run = (): Later<Result> => {
      if (call.isStopped) throw executionTimeout()
      meter.startOver()
      return inner(call)
    }
    meter.beginTry(Number.POSITIVE_INFINITY)
    const result = light.attempt(run)
    // Requests to endpoints end by their own deadlines.
    if (result instanceof Promise) call.movesTo(() => {})
    return result
  }

  const answer = (call: Call): Later<Result> => {
    const { light: use, effect } = call.method
    switch (use) {
      case 'proved':
      case 'executed':
        return read(call)
      case 'complete':
        // A poll changes the filter: only the reads that it makes are repeated.
        return effect === 'asks-chain' ? read(call) : inner(call)
      case 'own':
        return effect === 'asks-chain' ? read(call) : inner(call)
      case 'sent':
        return send(call, light)
      case 'refused':
        throw notProvable(call.name, reasonOf(call.method))
    }
  }

  return (call) => {
    const { name } = call.method
    const marked = (result: Result): Result => {
      call.restsOn(isAbsent(call, result) ? 'endpoint' : 'proof')
      return result
    }
    const explained = (error: unknown): never => {
      // What a method refuses, or a contract reverts with, follows from proved values as well.
      if (error instanceof RpcError && call.method.light !== 'refused')
        call.restsOn(error instanceof UnknownBlock || namesHash(call) ? 'endpoint' : 'proof')
      if (error instanceof UpstreamError) throw lightFailure(error)
      if (error instanceof LightError) throw unprovable(error.message)
      throw error instanceof MissingHistory ? belowLinked(light.headers.firstNumber) : error
    }
    if (light.unverified.has(name)) {
      call.restsOn('endpoint')
      return toAll(call, name, positional(call.params), light).catch(explained)
    }
    return recovered(() => after(answer(call), marked), explained)
  }
}

/** Whether the answer is that there is no such block or transaction: nothing proves that a hash does not exist. */
const isAbsent = (call: Call, result: Result): boolean => namesHash(call) && isNull(result)

const namesHash = ({ method: { asks } }: Call): boolean =>
  typeof asks === 'object' && (asks.by === 'transaction-hash' || asks.by === 'block-hash')

const isNull = (result: Result): boolean =>
  result === null || (result instanceof JsonText && result.pieces === undefined && result.text === 'null')

/** The answer of an endpoint to a call that all get, as it is. */
async function toAll(
  call: Call,
  method: string,
  params: readonly unknown[],
  light: LightNode,
): Promise<Json> {
  call.movesTo(() => {})
  const isOnce = !isQuestion(call.method)
  const [answer] = await light.endpoints.askAll([{ method, params, isOnce }])
  const { error } = answer!
  if (error === undefined) return answer!.result as Json
  call.restsOn('endpoint')
  throw new RpcError(error.code, error.message, error.data as Json | undefined)
}

async function send(call: Call, light: LightNode): Promise<Result> {
  const values = positional(call.params)
  const timeoutMs = call.method.effect === 'submits-and-waits' ? waitOf(values) : undefined
  const bytes = rawTransactionOf(values)
  const transaction = decodeSubmission(bytes, light)
  await toAll(call, 'eth_sendRawTransaction', [toHex(bytes)], light)
  if (transaction.sender !== undefined) light.pool.add(transaction, transaction.sender)
  const hash = toHex(transaction.hash)
  return timeoutMs === undefined ? hash : receiptOf(call, hash, timeoutMs, light)
}

/** The proved receipt, as soon as a believed block has the transaction. */
function receiptOf(call: Call, hash: string, timeoutMs: number, light: LightNode): Promise<Result> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      unfollow()
    }
    const look = async (): Promise<void> => {
      try {
        const receipt = await call.ask(ethGetTransactionReceipt, [hash])
        if (isNull(receipt)) return
        end()
        resolve(receipt)
      } catch (error) {
        end()
        reject(error)
      }
    }
    const timer = setTimeout(() => {
      end()
      reject(receiptNotYet(timeoutMs, hash))
    }, timeoutMs)
    const unfollow = light.chain.on('block', () => void look())
    void look()
  })
}
