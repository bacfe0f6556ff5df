import type { Chain } from '../../chain/chain.ts'
import type { ImportOutcome } from '../../chain/importing/outcome.ts'
import { type Findings, tell } from '../../chain/preparing/findings.ts'
import type { PreparedItem } from '../../chain/preparing/preparedAhead.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { type Block, decodeBlock, decodeVerifiedBlock } from '../../protocol/block.ts'
import { genesisBlock } from '../../protocol/genesis.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import { networks } from '../../protocol/networks/definitions.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { readBodyTransaction } from '../../protocol/transactions/decode.ts'
import { isLocal } from '../configuration/localNetwork.ts'
import { BlockFileError, type BlockInFile } from './recordedBlock.ts'

interface ImportedBlock {
  readonly block: Block
  /** Whether it was skipped, because the chain has it already. */
  readonly isStoredBefore: boolean
}

/**
 * Imports a block of a file into a group of blocks of the chain; throws `BlockFileError` with its position and the
 * reason. The caller saves the last group.
 */
export function importBlock(
  { item: recorded, findings }: PreparedItem<BlockInFile>,
  chain: Chain,
  path: string,
): ImportedBlock {
  const { place, rlp } = recorded
  const rejection = (problem: string): BlockFileError => {
    const foreign = foreignNetwork(rlp, chain.network)
    const reason = foreign ? foreignProblem(foreign, chain.network) : `${problem}${scheduleHint(chain)}`
    return new BlockFileError(path, place, reason)
  }
  const block = decoded(recorded, findings, chain.network, rejection)
  if (findings) tell(block.transactions, findings)
  const outcome = chain.importInGroup(block, findings?.checkedRules)
  const problem = problemOf(outcome, block.header)
  if (problem !== undefined) throw rejection(problem)
  return { block, isStoredBefore: outcome.status === 'known' }
}

function decoded(
  { rlp, hash }: BlockInFile,
  findings: Findings | undefined,
  network: Network,
  rejection: (problem: string) => BlockFileError,
): Block {
  let block: Block
  try {
    block = findings?.checkedRules.includes('transactions-root')
      ? decodeVerifiedBlock(rlp, network, undefined, findings.headerHashes)
      : decodeBlock(rlp, network)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    throw rejection(`does not hold a block of ${network.name}: ${error.message}`)
  }
  if (hash !== undefined && !equalBytes(hash, block.header.hash)) {
    throw rejection(`gives ${nameOf(block.header)} the hash ${toHex(hash)}: the file is damaged`)
  }
  return block
}

function problemOf(outcome: ImportOutcome, header: BlockHeader): string | undefined {
  switch (outcome.status) {
    case 'orphan': {
      const gap = `its parent ${toHex(header.parentHash)} is unknown`
      return `${nameOf(header)} leaves a gap: ${gap}; import the blocks before it first`
    }
    case 'rejected': {
      const { reason, detail } = outcome.rejection
      return `${nameOf(header)} is rejected: ${reason}: ${detail}`
    }
    default:
      return undefined
  }
}

const foreignProblem = (foreign: Network, network: Network): string =>
  `holds a block of ${foreign.name}, not of ${network.name}: choose --network ${foreign.name}`

/** Other upgrade heights usually change the first block or its parent, the genesis block. */
const scheduleHint = ({ network, head }: Chain): string =>
  isLocal(network.name) && head.number === 0
    ? '; if the chain has its own upgrade heights, give them with --upgrades FILE'
    : ''

const nameOf = ({ number, hash }: BlockHeader): string => `block ${number} (${toHex(hash)})`

/**
 * The other network that a rejected block belongs to: its parent is that network's genesis block, or a transaction
 * is signed for its chain id. The reason of the rejection alone rarely shows the mistake.
 */
function foreignNetwork(rlp: Uint8Array, network: Network): Network | undefined {
  const others = Object.values(networks).filter(({ name }) => name !== network.name)
  try {
    const block = RlpReader.list(rlp, 'block')
    const parentHash = block.list('header').bytes('parentHash')
    const byGenesis = others.find((other) => equalBytes(genesisBlock(other).header.hash, parentHash))
    if (byGenesis !== undefined) return byGenesis
    const chainIds = signedChainIds(block.list('transactions'))
    return others.find(({ chainId }) => chainIds.has(chainId))
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

function signedChainIds(transactions: RlpReader): Set<number> {
  const chainIds = new Set<number>()
  while (!transactions.done) chainIds.add(readBodyTransaction(transactions, '').chainId)
  return chainIds
}
