import { decodePartialMerkleTree } from '../../src/bitcoin/blocks/partialMerkleTree.ts'
import { DecodeError } from '../../src/primitives/errors.ts'
import { decodeAccount } from '../../src/protocol/account.ts'
import { decodeBlock } from '../../src/protocol/block.ts'
import { genesisBlock } from '../../src/protocol/genesis.ts'
import { decodeHeader } from '../../src/protocol/headers/decode.ts'
import { encodeHeader } from '../../src/protocol/headers/encode.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { decodeReceipt } from '../../src/protocol/receipts.ts'
import { decodeTransaction } from '../../src/protocol/transactions/decode.ts'

/*
 * Runs as a separate process, so that its memory can be measured. Each decoder gets 16 MiB of bytes that announce as many
 * items as possible. Prints the outcomes and by how many KiB the peak memory of the process grew.
 */

const size = 1 << 24
const emptyList = 0xc0
const emptyString = 0x80
const listOfOne = 0xc1
const listOfLengthOf8 = 0xff

const input = new Uint8Array(size)

/** A list over the whole input: some items, then a list that repeats one byte. */
function fillWith(byte: number, itemsBefore: Uint8Array = new Uint8Array(0)): Uint8Array {
  input.fill(byte)
  writeListPrefix(0, size - 5)
  input.set(itemsBefore, 5)
  const inner = 5 + itemsBefore.length
  if (itemsBefore.length > 0) writeListPrefix(inner, size - inner - 5)
  return input
}

function writeListPrefix(at: number, length: number): void {
  input[at] = 0xfb
  new DataView(input.buffer).setUint32(at + 1, length)
}

const header = encodeHeader(genesisBlock(regtest).header)
const receiptStart = Uint8Array.of(1, 1, 0xb9, 1, 0, ...new Uint8Array(256))

const decoders: Record<string, [decode: (bytes: Uint8Array) => unknown, itemsBefore?: Uint8Array]> = {
  transaction: [decodeTransaction],
  header: [(bytes) => decodeHeader(bytes, regtest)],
  block: [(bytes) => decodeBlock(bytes, regtest)],
  'block.transactions': [(bytes) => decodeBlock(bytes, regtest), header],
  receipt: [decodeReceipt],
  'receipt.logs': [decodeReceipt, receiptStart],
  account: [decodeAccount],
  partialMerkleTree: [decodePartialMerkleTree],
}

function outcomeOf(decode: () => unknown): string {
  try {
    return decode() === undefined ? 'refused' : 'value'
  } catch (error) {
    return error instanceof DecodeError ? 'refused' : String(error)
  }
}

const peakKiB = (): number => process.resourceUsage().maxRSS

fillWith(emptyString)
for (const [decode] of Object.values(decoders)) outcomeOf(() => decode(Uint8Array.of(emptyList)))
const before = peakKiB()
const outcomes: Record<string, string[]> = {}
for (const [name, [decode, itemsBefore]] of Object.entries(decoders)) {
  outcomes[name] = [emptyList, emptyString, listOfOne, listOfLengthOf8, 0x00].map((byte) => {
    const bytes = fillWith(byte, itemsBefore)
    return outcomeOf(() => decode(bytes))
  })
}
console.log(JSON.stringify({ outcomes, grownKiB: peakKiB() - before }))
