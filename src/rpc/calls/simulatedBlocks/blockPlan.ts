import { openHeader } from '../../../mining/assembly/openHeader.ts'
import { asAddress, emptyBytes } from '../../../primitives/bytes.ts'
import { signedBytes } from '../../../primitives/integers.ts'
import type { Block } from '../../../protocol/block.ts'
import { gasLimitOf, type HeaderFields } from '../../../protocol/headers/header.ts'
import type { Network } from '../../../protocol/networks/network.ts'
import { simulationRefused } from '../../errors/errors.ts'
import { maximumSimulatedBlocks, type SimulatedBlockCalls, type Simulation } from '../../params/simulation.ts'

const noCalls: SimulatedBlockCalls = { block: undefined, state: {}, calls: [] }

/** The blocks of a simulation, with empty ones where the numbers that the caller chose leave gaps. */
export function plannedBlocks({ blocks }: Simulation, baseNumber: number): SimulatedBlockCalls[] {
  const planned: SimulatedBlockCalls[] = []
  for (const [index, calls] of blocks.entries()) {
    const number = calls.block?.number ?? baseNumber + planned.length + 1
    const missing = number - (baseNumber + planned.length + 1)
    if (missing < 0) throw simulationRefused('block-order', `blockStateCalls[${index}] is block ${number}`)
    if (planned.length + missing + 1 > maximumSimulatedBlocks) {
      throw simulationRefused('too-many-blocks', `at most ${maximumSimulatedBlocks} with those of gaps`)
    }
    for (let count = 0; count < missing; count++) planned.push(noCalls)
    planned.push(calls)
  }
  return planned
}

/** The header of a simulated block before its calls: as the miner of its parent would begin it a second later. */
export function plannedHeader(parent: Block, { block }: SimulatedBlockCalls, network: Network): HeaderFields {
  const { header } = parent
  const timestamp = block?.timestamp ?? header.timestamp + 1
  if (timestamp <= header.timestamp)
    throw simulationRefused('timestamp-order', `block ${header.number + 1} has ${timestamp}`)
  const coinbase = block?.coinbase ?? coinbaseOf(header.coinbase)
  const settings = {
    coinbase,
    gasLimitTarget: gasLimitOf(header),
    minimumGasPriceTarget: header.minimumGasPrice ?? 0n,
    extraData: emptyBytes,
  }
  const opened = openHeader({ parent, timestamp, uncles: [], settings }, network)
  return {
    ...opened,
    gasLimit: signedBytes(block?.gasLimit ?? gasLimitOf(header)),
    ...(block?.difficulty !== undefined && { difficulty: block.difficulty }),
  }
}

/** The coinbase of a genesis block may be empty. */
const coinbaseOf = (bytes: Uint8Array) => asAddress(bytes.length === 20 ? bytes : new Uint8Array(20))
