import type { Chain } from '../../src/chain/chain.ts'
import type { ImportOutcome } from '../../src/chain/importing/outcome.ts'
import { toHex, toHexDigits } from '../../src/primitives/hex.ts'
import type { Block } from '../../src/protocol/block.ts'
import { encodeReceipt } from '../../src/protocol/receipts.ts'
import type { Follower } from './followers.ts'

/** Two chains that differ although they have the same blocks. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement'
}

/** Texts of everything that must be the same after the same blocks, by what they describe. */
type Facts = ReadonlyMap<string, string>

/** Throws unless a follower has accepted the blocks and knows what the node knows about them. */
export function expectAgreement(
  node: Chain,
  follower: Follower,
  blocks: readonly Block[],
  outcomes: readonly ImportOutcome[],
): void {
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status !== 'rejected') continue
    const { reason, detail } = outcome.rejection
    throw new Disagreement(`${follower.name}: rejects ${nameOf(blocks[index]!)}: ${reason}: ${detail}`)
  }
  expectSame(follower.name, factsAbout(blocks, node), factsAbout(blocks, follower.chain))
}

/** Throws unless the states after the best blocks have the same content, read entry by entry. */
export function expectSameState(node: Chain, follower: Follower): void {
  expectSame(`${follower.name}: the state after ${nameOf(node.head)}`, content(node), content(follower.chain))
}

/** Throws unless the outcomes of two followers are the same. */
export function expectSameOutcomes(
  blocks: readonly Block[],
  [first, ...others]: readonly (readonly [Follower, readonly ImportOutcome[]])[],
): void {
  for (const [follower, outcomes] of others) {
    for (const [index, { status }] of outcomes.entries()) {
      const expected = first![1][index]!.status
      if (status === expected) continue
      const problem = `${nameOf(blocks[index]!)} is ${status}, and ${expected} with ${first![0].name}`
      throw new Disagreement(`${follower.name}: ${problem}`)
    }
  }
}

function factsAbout(blocks: readonly Block[], chain: Chain): Facts {
  const facts = new Map<string, string>([['the best block', nameOf(chain.head)]])
  for (const block of blocks) {
    const stored = chain.block(block.header.hash)
    const name = nameOf(block)
    facts.set(
      `the receipts of ${name}`,
      stored?.receipts.map((one) => toHex(encodeReceipt(one))).join() ?? '-',
    )
    facts.set(`the difficulty up to ${name}`, String(stored?.totalDifficulty))
    facts.set(`the state root of ${name}`, stored ? toHex(stored.record.stateRoot) : '-')
    for (const { hash } of block.transactions) {
      const found = chain.transaction(hash)
      const place = found && `${nameOf(found.block)}, ${found.index}`
      facts.set(`the place of transaction ${toHex(hash)}`, String(place))
    }
  }
  const first = Math.min(...blocks.map(({ header }) => header.number))
  const { number: last } = chain.head
  for (let number = first; number <= last; number++) {
    const creations = chain.creationsIn(number).map(({ contract }) => toHexDigits(contract))
    facts.set(`block ${number}`, toHex(chain.select(number)!.hash))
    facts.set(`the participants in block ${number}`, [...chain.participantsIn(number)].sort().join())
    facts.set(`the contracts of block ${number}`, creations.join())
  }
  facts.set(`the logs from block ${first} on`, logsOf(chain, first, last))
  return facts
}

/** Through the index, by the account and the first topic of the last log. */
function logsOf(chain: Chain, fromBlock: number, toBlock: number): string {
  const range = { fromBlock, toBlock }
  const all = chain.logs({ ...range, addresses: [], topics: [] })
  const { log } = all.at(-1) ?? {}
  const some = log
    ? chain.logs({
        ...range,
        addresses: [log.address],
        topics: log.topics.slice(0, 1).map((topic) => [topic]),
      })
    : []
  return [...all, ...some]
    .map(
      ({ blockNumber, logIndex, transactionHash }) => `${blockNumber} ${logIndex} ${toHex(transactionHash)}`,
    )
    .join()
}

function content(chain: Chain): Facts {
  const entries = chain.stateAt('latest')!.commit().entries()
  return new Map(Array.from(entries, ([key, value]) => [toHex(key), toHex(value)]))
}

function expectSame(where: string, expected: Facts, actual: Facts): void {
  for (const name of new Set([...expected.keys(), ...actual.keys()])) {
    if (expected.get(name) === actual.get(name)) continue
    const differing = `${actual.get(name)} instead of ${expected.get(name)}`
    throw new Disagreement(`${where}: ${name}: ${differing.slice(0, 2000)}`)
  }
}

const nameOf = ({ header }: Pick<Block, 'header'>): string => `block ${header.number} (${toHex(header.hash)})`
