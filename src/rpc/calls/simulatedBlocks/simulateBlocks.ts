import type { Log } from '../../../evm/log.ts'
import { initCodeSizeLimit } from '../../../evm/rules.ts'
import { EvmHost } from '../../../execution/host/evmHost.ts'
import type { CallResult } from '../../../execution/transaction/runCall.ts'
import { unsignedBytes } from '../../../primitives/integers.ts'
import type { Block } from '../../../protocol/block.ts'
import { logsBloom, unionOfBlooms } from '../../../protocol/bloom.ts'
import { sealHeader } from '../../../protocol/headers/hashes.ts'
import { gasLimitOf, type HeaderFields } from '../../../protocol/headers/header.ts'
import { rulesAt } from '../../../protocol/networks/rules.ts'
import type { Receipt } from '../../../protocol/receipts.ts'
import { receiptsRoot, transactionsRoot } from '../../../protocol/roots.ts'
import { intrinsicGas } from '../../../protocol/transactions/intrinsicGas.ts'
import { Transaction } from '../../../protocol/transactions/transaction.ts'
import type { State } from '../../../state/state.ts'
import { simulationRefused } from '../../errors/errors.ts'
import type { ReadContext } from '../../method/context.ts'
import type { CallBase } from '../../node/selection.ts'
import type { CallObject } from '../../params/callObject.ts'
import type { SimulatedBlockCalls, Simulation } from '../../params/simulation.ts'
import { overrideState } from '../overrides.ts'
import { simulate, simulatedCall } from '../simulation.ts'
import { plannedBlocks, plannedHeader } from './blockPlan.ts'
import { ContinuedChain } from './simulatedChain.ts'
import { TransferLogs } from './transferLogs.ts'

/** Units to make a header and the roots of a block. */
const unitsOfBlock = 4

/** One call of a simulated block. */
export interface SimulatedOutcome {
  readonly result: CallResult
  /** With payments among them when the caller wants them. */
  readonly logs: readonly Log[]
}

export interface SimulatedBlock {
  readonly block: Block
  readonly outcomes: readonly SimulatedOutcome[]
}

/** Runs the calls of a simulation block by block on one state. The gas of all calls together is bounded by the cap. */
export function simulateBlocks(
  request: Simulation,
  { header, host: { state }, pending }: CallBase,
  context: ReadContext,
): SimulatedBlock[] {
  let parent: Block = { header, transactions: [], uncles: [] }
  const chain = new ContinuedChain(context.node.chain, pending ? header.parentHash : header.hash)
  // The pending block is in no chain yet.
  if (pending) chain.add(parent)
  const run = new SimulationRun(request, state, chain, context)
  return plannedBlocks(request, header.number).map((calls) => {
    const simulated = run.block(parent, calls)
    parent = simulated.block
    return simulated
  })
}

class SimulationRun {
  readonly #request: Simulation
  readonly #state: State
  readonly #chain: ContinuedChain
  readonly #context: ReadContext
  #gasLeft: number

  constructor(request: Simulation, state: State, chain: ContinuedChain, context: ReadContext) {
    this.#request = request
    this.#state = state
    this.#chain = chain
    this.#context = context
    this.#gasLeft = context.settings.callGasCap
  }

  block(parent: Block, planned: SimulatedBlockCalls): SimulatedBlock {
    const { network } = this.#context.node
    this.#context.work.add(unitsOfBlock)
    const opened = plannedHeader(parent, planned, network)
    overrideState(this.#hostIn(opened), planned.state, this.#context.settings)
    const transactions: Transaction[] = []
    const receipts: Receipt[] = []
    const outcomes: SimulatedOutcome[] = []
    let gasUsed = 0
    let paidFees = 0n
    for (const [position, call] of planned.calls.entries()) {
      const { transaction, outcome } = this.#call(call, position, opened, gasUsed)
      const { result, logs } = outcome
      gasUsed += result.gasUsed
      paidFees += transaction.gasPriceValue * BigInt(this.#request.validation ? result.gasUsed : 0)
      transactions.push(transaction)
      outcomes.push(outcome)
      const success = result.status === 'success'
      receipts.push({
        success,
        cumulativeGasUsed: gasUsed,
        gasUsed: result.gasUsed,
        logsBloom: logsBloom(logs),
        logs,
      })
    }
    const rules = rulesAt(network, opened.number)
    const header = sealHeader(
      {
        ...opened,
        gasUsed,
        paidFees,
        stateRoot: this.#state.commit().wholeHash(),
        transactionsRoot: transactionsRoot(transactions, rules),
        receiptsRoot: receiptsRoot(receipts, transactions, rules),
        logsBloom: unionOfBlooms(receipts.map((receipt) => receipt.logsBloom)),
      },
      network,
    )
    const block = { header, transactions, uncles: [] }
    this.#chain.add(block)
    return { block, outcomes }
  }

  #call(
    object: CallObject,
    position: number,
    header: HeaderFields,
    gasUsedBefore: number,
  ): { readonly transaction: Transaction; readonly outcome: SimulatedOutcome } {
    const { node } = this.#context
    const { network } = node
    const where = `calls[${position}] of block ${header.number}`
    const available = Math.min(Number(gasLimitOf(header)) - gasUsedBefore, this.#gasLeft)
    if (object.gas !== undefined && object.gas > BigInt(available))
      throw simulationRefused('block-gas', where)
    const call = simulatedCall(object, available, this.#context)
    const nonce = this.#nonceOf(object, call.from, where)
    const rules = rulesAt(network, header.number)
    const { validation } = this.#request
    if (validation && call.gasPrice < (header.minimumGasPrice ?? 0n))
      throw simulationRefused('price-too-low', where)
    if (call.gas < intrinsicGas(call, rules)) throw simulationRefused('intrinsic-gas', where)
    if (call.to === null && rules.rskip438 && call.data.length > initCodeSizeLimit(rules)) {
      throw simulationRefused('init-code', where)
    }
    const price = validation ? call.gasPrice : 0n
    if (this.#state.balance(call.from) < call.value + price * BigInt(call.gas)) {
      throw simulationRefused('insufficient-funds', where)
    }
    const transaction = new Transaction(
      {
        nonce: unsignedBytes(nonce),
        gasPrice: call.gasPrice,
        gasLimit: unsignedBytes(call.gas),
        to: call.to,
        value: call.value,
        data: call.data,
        chainId: network.chainId,
        signature: null,
      },
      call.from,
    )
    const tracer = this.#request.traceTransfers ? new TransferLogs() : undefined
    const options = { tracer, keepsChanges: true }
    const result = simulate(call, this.#hostIn(header), this.#context, options)
    this.#gasLeft -= result.gasUsed
    this.#state.addBalance(call.from, -price * BigInt(result.gasUsed))
    return { transaction, outcome: { result, logs: tracer?.logs ?? result.logs } }
  }

  #hostIn(header: HeaderFields): EvmHost {
    const { network } = this.#context.node
    return new EvmHost(this.#state, { network, chain: this.#chain, header: sealHeader(header, network) })
  }

  /** Nonces are compared only when the caller wants the checks of transactions. */
  #nonceOf({ nonce }: CallObject, from: Parameters<State['nonce']>[0], where: string): bigint {
    const next = this.#state.nonce(from)
    if (!this.#request.validation || nonce === undefined || nonce === next) return nonce ?? next
    throw simulationRefused(nonce < next ? 'nonce-too-low' : 'nonce-too-high', where)
  }
}
