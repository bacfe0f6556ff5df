import type { Chain } from '../../../chain/chain.ts'
import type { StoredBlock } from '../../../chain/storage/storedBlock.ts'
import { createdAddress } from '../../../evm/contractAddress.ts'
import { ExecutionInterrupted } from '../../../evm/halt.ts'
import type { SimulatedCall, SimulationResult } from '../../../execution/simulate.ts'
import type { Address } from '../../../primitives/bytes.ts'
import { toHex } from '../../../primitives/hex.ts'
import { rulesAt } from '../../../protocol/networks/rules.ts'
import { intrinsicGas } from '../../../protocol/transactions/intrinsicGas.ts'
import type { Transaction } from '../../../protocol/transactions/transaction.ts'
import { isRemascTransaction } from '../../../protocol/validation/bodyRules.ts'
import { CallTree } from '../../../tracing/calls/callTree.ts'
import { TraceError } from '../../../tracing/output/traceError.ts'
import { consoleLines, treeLines } from './callTreeLines.ts'
import { ConsoleUse } from './consoleUse.ts'
import { type CallPlace, type Repeat, repeatedCall, repeatedTransaction } from './executions.ts'
import { failureText } from './failureText.ts'
import { methodOf } from './knownMethods.ts'
import { amountText, gasText, type Outcome, outcomeText, shortAddress } from './readableText.ts'

export interface CallLogOptions {
  /** Called with each line. */
  readonly onLine: (line: string) => void
  /** Whether to show the inner calls of each call and transaction. */
  readonly isVerbose: boolean
}

const treeBytes = 64 << 20

/**
 * The log of a local chain for developers: one line for each call and transaction, with the cause of a failure, and
 * the messages of contracts to the console. Executed again are only failed transactions, because receipts do not
 * contain the cause, executions that may have called the console, and all executions if inner calls are shown.
 */
export class CallLog {
  readonly #chain: Chain
  readonly #options: CallLogOptions
  readonly #console: ConsoleUse

  constructor(chain: Chain, options: CallLogOptions) {
    this.#chain = chain
    this.#options = options
    this.#console = new ConsoleUse(chain.head.number > 0)
  }

  /** Logs a call by this RPC method. */
  called(method: string, call: SimulatedCall, result: SimulationResult, place: CallPlace): void {
    const { from, to, data, value } = call
    const what = actionText(from, to, data, value)
    this.#options.onLine(`${method}: ${what}: ${gasText(result.gasUsed)}, ${outcomeText(result)}`)
    if (call.gas < intrinsicGas(call, rulesAt(this.#chain.network, place.header.number))) return
    this.#console.see(data)
    this.#logCalls(repeatedCall(this.#chain, call, place))
  }

  /** Logs an estimate of the gas of a call, or the cause of its failure. */
  estimated({ from, to, data, value }: SimulatedCall, gas: number, failure: Outcome | undefined): void {
    const outcome = failure === undefined ? gasText(gas) : `${gasText(gas)}, ${outcomeText(failure)}`
    this.#options.onLine(`eth_estimateGas: ${actionText(from, to, data, value)}: ${outcome}`)
  }

  /** Logs the transactions of a block that joined the chain. */
  mined(block: StoredBlock): void {
    for (const index of block.transactions.keys()) {
      if (!isRemascTransaction(block, index)) this.#transaction(block, index)
    }
  }

  #transaction(block: StoredBlock, index: number): void {
    const transaction = block.transactions[index]!
    const { success, gasUsed } = block.receipts[index]!
    const outcome = success ? 'success' : failureText(this.#chain, block, index)
    const gas = `${gasUsed.toLocaleString('en-US')} of ${gasText(transaction.gasLimitValue)}`
    const place = `transaction ${toHex(transaction.hash)} in block ${block.number}`
    this.#options.onLine(`${place}: ${transactionText(transaction)}: ${gas}, ${outcome}`)
    this.#console.see(transaction.data)
    this.#logCalls(repeatedTransaction(this.#chain, block, index))
  }

  #logCalls(repeat: Repeat): void {
    const { onLine, isVerbose } = this.#options
    const lines = isVerbose ? treeLines : consoleLines
    try {
      if (!isVerbose && !this.#console.isIn(repeat)) return
      const tree = new CallTree(treeBytes)
      repeat({ tracer: tree })
      for (const line of lines(tree.root)) onLine(line)
    } catch (error) {
      if (!(error instanceof ExecutionInterrupted || error instanceof TraceError)) throw error
      onLine('  inner calls are not shown: there are too many')
    }
  }
}

function transactionText({ sender, to, data, value, nonceValue }: Transaction): string {
  if (sender === undefined) return 'has no signature'
  return actionText(sender, to, data, value, createdAddress(sender, nonceValue))
}

function actionText(
  from: Address,
  to: Address | null,
  data: Uint8Array,
  value: bigint,
  created?: Address,
): string {
  const sender = shortAddress(from)
  const amount = value === 0n ? '' : ` with ${amountText(value)}`
  if (to === null)
    return `${sender} creates ${created === undefined ? 'a contract' : toHex(created)}${amount}`
  const method = methodOf(data)
  if (method === undefined) return `${sender} pays ${shortAddress(to)} ${amountText(value)}`
  return `${sender} calls ${method} of ${shortAddress(to)}${amount}`
}
