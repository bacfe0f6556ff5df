// Runs beside the test process: `damagedProcess.ts <folder with a chain> <scratch folder> <first> <count> <seed>`.
// Damages a copy of the chain repeatedly, reads all of it, and reports the answers for each damage.
import {
  closeSync,
  copyFileSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Chain } from '../../src/chain/chain.ts'
import { keccak256 } from '../../src/crypto/keccak256.ts'
import { concatBytes, type Hash } from '../../src/primitives/bytes.ts'
import { reasonOf } from '../../src/primitives/errors.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { encodeBlock } from '../../src/protocol/block.ts'
import { encodeReceipt } from '../../src/protocol/receipts.ts'
import { openChainOver, openFolder } from './chainFolder.ts'

const [source = '', scratch = '', first = '0', count = '1', seed = '1'] = process.argv.slice(2)
const report = (value: unknown): void => void writeSync(1, `${JSON.stringify(value)}\n`)
const dataFile = 'data.mdb'

/** One answer about the chain; a digest stands for its bytes. */
type Question = (chain: Chain) => string

const digest = (parts: readonly Uint8Array[]): string => toHex(keccak256(concatBytes(...parts)))

function questionsAbout(chain: Chain): Question[] {
  const questions: Question[] = [(asked) => toHex(asked.head.hash)]
  for (let number = 0; number <= chain.head.number; number++) {
    questions.push((asked) => {
      const block = asked.select(number)
      return block
        ? digest([encodeBlock(block), ...block.receipts.map((receipt) => encodeReceipt(receipt))])
        : 'none'
    })
    questions.push((asked) => stateDigest(asked, number))
    const block = chain.select(number)!
    for (const { hash } of block.transactions) questions.push((asked) => placeText(asked, hash))
    for (const log of block.receipts.flatMap(({ logs }) => logs)) {
      const topics = log.topics.slice(0, 1).map((topic) => [topic])
      questions.push((asked) => {
        const found = asked.logs({ fromBlock: 0, toBlock: number, addresses: [log.address], topics })
        return digest(found.flatMap((one) => [one.blockHash, one.transactionHash, one.log.data]))
      })
    }
  }
  return questions
}

const stateDigest = (chain: Chain, number: number): string => {
  const state = chain.stateAt(number)
  return state ? digest([...state.commit().entries()].flat()) : 'none'
}

function placeText(chain: Chain, hash: Hash): string {
  const found = chain.transaction(hash)
  return found ? `${toHex(found.block.hash)} ${found.index}` : 'none'
}

/** Numbers from 0 to 1, the same for the same seed and position. */
function random(position: number, which: number): number {
  const bytes = keccak256(Buffer.from(`${seed} ${position} ${which}`))
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 2 ** 32
}

/** Every eighth damage truncates the file, the others flip a bit. */
function damage(file: string, position: number): string {
  const { size } = statSync(file)
  const at = Math.floor(random(position, 1) * size)
  if (position % 8 === 7) {
    truncateSync(file, at)
    return `truncated to ${at} of ${size} bytes`
  }
  const handle = openSync(file, 'r+')
  const byte = new Uint8Array(1)
  readSync(handle, byte, 0, 1, at)
  const bit = Math.floor(random(position, 2) * 8)
  byte[0]! ^= 1 << bit
  writeSync(handle, byte, 0, 1, at)
  closeSync(handle)
  return `bit ${bit} of byte ${at} (page ${Math.floor(at / 4096)}, offset ${at % 4096})`
}

function ask(question: Question, chain: Chain): { answer: string } | { refused: string } {
  try {
    return { answer: question(chain) }
  } catch (error) {
    return { refused: reasonOf(error) }
  }
}

/** Closes the folder in any case: LMDB must not open a file whose former content is still open in the same process. */
function outcomesOf(): ReturnType<typeof ask>[] {
  const store = openFolder(scratch, true)
  try {
    const chain = openChainOver(store)
    return questions.map((question) => ask(question, chain))
  } finally {
    store.close()
  }
}

const intact = openFolder(source, true)
const intactChain = openChainOver(intact)
const questions = questionsAbout(intactChain)
const truth = questions.map((question) => question(intactChain))
intact.close()

for (let position = Number(first); position < Number(count); position++) {
  rmSync(join(scratch, dataFile), { force: true })
  rmSync(join(scratch, 'lock.mdb'), { force: true })
  copyFileSync(join(source, dataFile), join(scratch, dataFile))
  const what = damage(join(scratch, dataFile), position)
  report({ position, what, begins: true })
  try {
    const outcomes = outcomesOf()
    const wrong = outcomes.findIndex((one, index) => 'answer' in one && one.answer !== truth[index])
    const refused = outcomes.flatMap((one) => ('refused' in one ? [one.refused] : []))
    report({
      position,
      what,
      wrong,
      questions: questions.length,
      refused: [...new Set(refused)].slice(0, 3),
    })
  } catch (error) {
    report({ position, what, wrong: -1, questions: questions.length, refused: [reasonOf(error)] })
  }
}
