import type { Chain } from '../../../chain/chain.ts'
import type { StoredBlock } from '../../../chain/storage/storedBlock.ts'
import { createdAddress } from '../../../evm/contractAddress.ts'
import { ExecutionInterrupted } from '../../../evm/halt.ts'
import type { Log } from '../../../evm/log.ts'
import { errorText, panicText } from '../../../evm/revertReason.ts'
import type { EvmHost } from '../../../execution/host/evmHost.ts'
import type { SimulatedCall } from '../../../execution/simulate.ts'
import type { CallResult } from '../../../execution/transaction/runCall.ts'
import { type Address, equalBytes } from '../../../primitives/bytes.ts'
import { toHex } from '../../../primitives/hex.ts'
import { printable } from '../../../primitives/printable.ts'
import { intrinsicGas } from '../../../protocol/transactions/intrinsicGas.ts'
import type { Transaction } from '../../../protocol/transactions/transaction.ts'
import { isRemascTransaction } from '../../../protocol/validation/bodyRules.ts'
import type { State } from '../../../state/state.ts'
import { type CallNode, CallTree, isCall, type TreeNode } from '../../../tracing/calls/callTree.ts'
import { isCreation } from '../../../tracing/calls/writeCalls.ts'
import { TraceError } from '../../../tracing/output/traceError.ts'
import { unwatched } from '../../../tracing/prestate/touchedState.ts'
import { ConsoleUse, consoleAddress, consoleText } from './consoleMessages.ts'
import type { ContractArtifact } from './contractArtifact.ts'
import type { ContractNames } from './contractNames.ts'
import { type Repeat, repeatedCall, repeatedTransaction } from './executions.ts'
import { failureText } from './failureText.ts'
import { methodOf } from './knownMethods.ts'
import { amountText, type CallOutcome, gasText, outcomeText, shortAddress } from './readableText.ts'
import { refusedEndowment, refusedPayment } from './refusedPayment.ts'
import { type SolidityStack, SoliditySteps, stackEntries } from './soliditySteps.ts'

export interface CallLogOptions {
  /** Called with each line. */
  readonly onLine?: ((line: string) => void) | undefined
  /** Called with each message of a contract to the console, except in an estimate that succeeds: its transaction repeats them. */
  readonly onConsole?: ((message: string) => void) | undefined
  /** Whether to show the inner calls of each call and transaction. */
  readonly isVerbose?: boolean | undefined
  /** Shown once, after the first failure whose reason only compiled contracts would explain. */
  readonly hint?: string | undefined
}

/** What the log of another thread needs. */
export interface CallLogSettings extends Pick<CallLogOptions, 'isVerbose' | 'hint'> {
  readonly hasLines: boolean
  readonly hasConsole: boolean
  /** Of compiled contracts. */
  readonly folders: readonly string[]
}

/** What the log of another thread wrote. */
export interface LoggedText {
  readonly kind: 'line' | 'message'
  readonly text: string
}

/** Why an execution failed, as far as compiled contracts show it. */
export interface Explanation {
  /** The reason of a revert that gives none itself. */
  readonly refusal: string | undefined
  /** The functions that failed, the innermost first: `Token.transfer (contracts/Token.sol:12)`. */
  readonly solidityStack: SolidityStack
}

/** What decides whether a contract takes a payment. */
type Payment = Pick<SimulatedCall, 'to' | 'value' | 'data'>

const previewNotice = (type: number): string =>
  `note: mainnet and testnet refuse transactions of type ${type} today; this chain accepts them as a preview`

/** Whether a revert has no data, or data that only the contract's source explains. */
const lacksReason = ({ status, output }: CallOutcome): boolean =>
  status === 'revert' && errorText(output) === undefined && panicText(output) === undefined

const treeBytes = 64 << 20
/** Of one transaction. */
const maximumEvents = 100

/**
 * The log of a local chain for developers: one line for each call and transaction, with the cause of a failure, and
 * the messages of contracts to the console. The log executes again: failed transactions, because receipts do not
 * contain the cause; executions that may have called the console; and all executions if inner calls are shown. Without
 * listeners it only explains failures.
 */
export class CallLog {
  readonly #chain: Chain
  readonly #options: CallLogOptions
  readonly #console: ConsoleUse
  readonly #names: ContractNames
  #isHinted = false
  #isNoticed = false

  /** With `hasContracts`, the chain may have contracts whose creation this log does not see. */
  constructor(
    chain: Chain,
    names: ContractNames,
    options: CallLogOptions,
    hasContracts = chain.head.number > 0,
  ) {
    this.#chain = chain
    this.#options = options
    this.#names = names
    this.#console = new ConsoleUse(hasContracts)
  }

  /** Whether calls that succeed are logged. */
  get isHeard(): boolean {
    return this.#options.onLine !== undefined || this.#options.onConsole !== undefined
  }

  /** For the log of another thread, which answers calls of the same chain. */
  get settings(): CallLogSettings {
    const { isVerbose, hint, onLine, onConsole } = this.#options
    const { folders } = this.#names
    return { isVerbose, hint, hasLines: onLine !== undefined, hasConsole: onConsole !== undefined, folders }
  }

  /** Logs what the log of another thread wrote about one call. */
  tell(texts: readonly LoggedText[]): void {
    const { hint, onLine, onConsole } = this.#options
    for (const { kind, text } of texts) {
      if (kind === 'message') onConsole?.(text)
      else if (text === hint) this.#showHint()
      else onLine?.(text)
    }
  }

  /** Logs a call by this RPC method. */
  called(method: string, call: SimulatedCall, result: CallResult, host: EvmHost): void {
    const { onLine } = this.#options
    if (onLine !== undefined) {
      const { from, to, data, value } = call
      const what = this.#actionText(from, to, data, value)
      const outcome = this.#outcomeText(result, call, host.state)
      onLine(`${method}: ${what}: ${gasText(result.gasUsed)}, ${outcome}`)
    }
    this.#logSimulated(call, host, result)
  }

  /** Logs an estimate of the gas of a call, or the cause of its failure. */
  estimated(call: SimulatedCall, gas: number, failure: CallOutcome | undefined, host: EvmHost): void {
    const { onLine } = this.#options
    if (onLine !== undefined) {
      const { from, to, data, value } = call
      const reason = failure && `, ${this.#outcomeText(failure, call, host.state)}`
      const action = this.#actionText(from, to, data, value)
      onLine(`eth_estimateGas: ${action}: ${gasText(gas)}${reason ?? ''}`)
    }
    if (onLine !== undefined || failure !== undefined) this.#logSimulated(call, host, failure)
  }

  /** Explains why a call failed. */
  explainCall(call: SimulatedCall, outcome: CallOutcome, host: EvmHost): Explanation {
    const { state } = host
    return {
      refusal: this.#refusal(call, outcome, state),
      solidityStack: () => this.#solidityStack(repeatedCall(call, host), state),
    }
  }

  /** Explains why a transaction failed in its block. */
  explainMined(block: StoredBlock, index: number, outcome: CallOutcome): Explanation {
    const state = this.#chain.stateAt(block.hash)
    return {
      refusal: this.#refusal(block.transactions[index]!, outcome, state),
      solidityStack: () =>
        state === undefined ? [] : this.#solidityStack(repeatedTransaction(this.#chain, block, index), state),
    }
  }

  #logSimulated(call: SimulatedCall, host: EvmHost, outcome: CallOutcome | undefined): void {
    const { onLine, onConsole } = this.#options
    if (!this.isHeard || call.gas < intrinsicGas(call, host.rules)) return
    this.#console.see(call.data)
    const repeat = repeatedCall(call, host)
    this.#logCalls(repeat, outcome === undefined ? undefined : onConsole)
    if (onLine === undefined || outcome === undefined || outcome.status === 'success') return
    this.#logStack(repeat, host.state)
    if (lacksReason(outcome)) this.#showHint()
  }

  /** Logs the transactions of a block that joined the chain. */
  mined(block: StoredBlock): void {
    if (!this.isHeard) return
    const { onLine, onConsole } = this.#options
    for (const [index, { data }] of block.transactions.entries()) {
      if (isRemascTransaction(block, index)) continue
      this.#console.see(data)
      if (onLine === undefined) this.#logCalls(repeatedTransaction(this.#chain, block, index), onConsole)
      else this.#transaction(block, index, onLine)
    }
  }

  #transaction(block: StoredBlock, index: number, onLine: (line: string) => void): void {
    const transaction = block.transactions[index]!
    const { success, gasUsed } = block.receipts[index]!
    const state = success ? undefined : this.#chain.stateAt(block.hash)
    let failed: CallOutcome | undefined
    const outcome = success
      ? 'success'
      : failureText(this.#chain, block, index, (failure) => {
          failed = failure
          return this.#outcomeText(failure, transaction, state)
        })
    const gas = `${gasUsed.toLocaleString('en-US')} of ${gasText(transaction.gasLimitValue)}`
    const place = `transaction ${toHex(transaction.hash)} in block ${block.number}`
    onLine(`${place}: ${this.#transactionText(transaction)}: ${gas}, ${outcome}`)
    const [type] = transaction.prefix
    if (type !== undefined) this.#notice(type)
    const repeat = repeatedTransaction(this.#chain, block, index)
    this.#logCalls(repeat, this.#options.onConsole)
    if (success) this.#logEvents(block.receipts[index]!.logs)
    else this.#logStack(repeat, state)
    if (failed !== undefined && lacksReason(failed)) this.#showHint()
  }

  /** Why a payment was reverted without a reason, if the compiled contract shows it. */
  #refusal({ to, value, data }: Payment, { status, output }: CallOutcome, state?: State): string | undefined {
    if (status !== 'revert' || output.length > 0 || value === 0n) return undefined
    if (to === null) {
      const created = this.#names.createdBy(data)
      return created && refusedEndowment(created)
    }
    const receiver = state && unwatched(state, () => this.#contractAt(to, state))
    return receiver && refusedPayment(receiver, data)
  }

  #contractAt(address: Address, state: State): ContractArtifact | undefined {
    const code = state.code(address)
    return code && this.#names.contractOf(code.bytes)
  }

  #showHint(): void {
    const { hint, onLine } = this.#options
    if (hint === undefined || this.#isHinted || !this.#names.isEmpty) return
    this.#isHinted = true
    onLine?.(hint)
  }

  /** Shown once, after the first typed transaction. */
  #notice(type: number): void {
    if (this.#isNoticed) return
    this.#isNoticed = true
    this.#options.onLine?.(previewNotice(type))
  }

  /** The events of compiled contracts. */
  #logEvents(logs: readonly Log[]): void {
    if (logs.length === 0 || this.#names.isEmpty) return
    const { onLine } = this.#options
    for (const log of logs.slice(0, maximumEvents)) {
      const event = this.#names.eventOf(log)
      if (event !== undefined) onLine?.(`  event ${printable(event)} of ${shortAddress(log.address)}`)
    }
    if (logs.length > maximumEvents) onLine?.(`  and ${logs.length - maximumEvents} more events`)
  }

  #logCalls(repeat: Repeat, onConsole: CallLogOptions['onConsole']): void {
    const { onLine, isVerbose = false } = this.#options
    try {
      if (!isVerbose && !this.#console.isIn(repeat)) return
      const tree = new CallTree(treeBytes)
      repeat({ tracer: tree })
      if (isVerbose) for (const line of treeLines(tree.root, this.#names)) onLine?.(line)
      for (const message of messagesIn(tree.root)) {
        if (!isVerbose) onLine?.(`${indent}console.log: ${message}`)
        onConsole?.(message)
      }
    } catch (error) {
      if (!(error instanceof ExecutionInterrupted || error instanceof TraceError)) throw error
      onLine?.('  inner calls are not shown: there are too many')
    }
  }

  #logStack(repeat: Repeat, state: State | undefined): void {
    if (state === undefined || this.#names.isEmpty) return
    for (const entry of this.#solidityStack(repeat, state)) this.#options.onLine?.(`${indent}at ${entry}`)
  }

  /** The functions in which an execution failed; empty unless compiled contracts show one of them. */
  #solidityStack(repeat: Repeat, state: State): readonly string[] {
    const steps = new SoliditySteps({
      at: (address) => unwatched(state, () => this.#contractAt(address, state)),
      createdBy: (initCode) => this.#names.createdBy(initCode),
    })
    try {
      repeat({ tracer: steps })
    } catch (error) {
      if (!(error instanceof ExecutionInterrupted)) throw error
    }
    return stackEntries(steps.failure ?? [])
  }

  #outcomeText(outcome: CallOutcome, payment: Payment, state: State | undefined): string {
    const refusal = this.#refusal(payment, outcome, state)
    return refusal === undefined ? namedOutcome(outcome, this.#names) : `reverted: ${printable(refusal)}`
  }

  #transactionText({ sender, to, data, value, nonceValue }: Transaction): string {
    if (sender === undefined) return 'has no signature'
    return this.#actionText(sender, to, data, value, createdAddress(sender, nonceValue))
  }

  #actionText(from: Address, to: Address | null, data: Uint8Array, value: bigint, created?: Address): string {
    const sender = shortAddress(from)
    const amount = value === 0n ? '' : ` with ${amountText(value)}`
    if (to === null) {
      const contract = [this.#names.createdBy(data)?.name, created && toHex(created)]
      const known = contract.filter((part) => part !== undefined).join(' at ')
      return `${sender} creates ${known === '' ? 'a contract' : known}${amount}`
    }
    const method = namedMethod(data, this.#names)
    if (method === undefined) return `${sender} pays ${shortAddress(to)} ${amountText(value)}`
    return `${sender} calls ${method} of ${shortAddress(to)}${amount}`
  }
}

/** Larger trees are cut after this many lines. */
const maximumLines = 1_000
const indent = '  '

/** The messages of contracts to the console. */
function* messagesIn(node: TreeNode): Generator<string, void, undefined> {
  if (!isCall(node)) return
  const message = messageOf(node)
  if (message !== undefined) yield message
  for (const child of node.children) yield* messagesIn(child)
}

/** The calls of an execution as an indented list, with the messages to the console at their position. */
function* treeLines(root: CallNode, names: ContractNames): Generator<string, void, undefined> {
  let count = 0
  for (const line of linesOf(root, 1, names)) {
    if (count++ === maximumLines) {
      yield `${indent}…`
      return
    }
    yield line
  }
}

function* linesOf(node: TreeNode, depth: number, names: ContractNames): Generator<string, void, undefined> {
  const margin = indent.repeat(depth)
  if (!isCall(node)) {
    const { destroyed, beneficiary, balance } = node
    yield `${margin}SELFDESTRUCT ${shortAddress(destroyed)}: ${amountText(balance)} to ${shortAddress(beneficiary)}`
    return
  }
  const message = messageOf(node)
  yield margin + (message === undefined ? callText(node, names) : `console.log: ${message}`)
  for (const child of node.children) yield* linesOf(child, depth + 1, names)
}

function callText({ entry, exit }: CallNode, names: ContractNames): string {
  const { kind, codeAddress, address, input, value } = entry
  const what = isCreation(entry)
    ? toHex(address)
    : [namedMethod(input, names), shortAddress(codeAddress)].filter((part) => part !== undefined).join(' of ')
  const amount = value === 0n ? '' : ` with ${amountText(value)}`
  return `${kind.toUpperCase()} ${what}${amount}: ${gasText(exit.gasUsed)}, ${namedOutcome(exit, names)}`
}

/** The signature of a called function, or its selector. */
const namedMethod = (data: Uint8Array, names: ContractNames): string | undefined =>
  names.functionOf(data) ?? methodOf(data)

function namedOutcome(outcome: CallOutcome, names: ContractNames): string {
  const error = outcome.status === 'revert' ? names.errorOf(outcome.output) : undefined
  return error === undefined ? outcomeText(outcome) : `reverted: ${printable(error)}`
}

function messageOf({ entry }: CallNode): string | undefined {
  return equalBytes(entry.codeAddress, consoleAddress) ? consoleText(entry.input) : undefined
}
