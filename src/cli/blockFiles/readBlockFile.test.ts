import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { concatBytes } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { encodeExportBlock, encodeExportEnd, encodeExportHeader } from './exportFormat.ts'
import { readBlockFile } from './readBlockFile.ts'
import { BlockFileError, maximumBlockLength } from './recordedBlock.ts'
import { writeBlockFile } from './writeBlockFile.ts'

const folder = mkdtempSync(join(tmpdir(), 'cambium-blocks-'))
afterAll(() => rmSync(folder, { recursive: true }))

const chain = { network: 'regtest', genesisHash: new Uint8Array(32).fill(7) }
const header = encodeExportHeader(chain)
const path = join(folder, 'file')

async function blocksIn(content: string | Uint8Array): Promise<string[]> {
  writeFileSync(path, content)
  const blocks: string[] = []
  for await (const { rlp } of readBlockFile(path, chain).blocks) blocks.push(toHex(rlp))
  return blocks
}

const exported = (blocks: readonly Uint8Array[]): Uint8Array =>
  concatBytes(header, ...blocks.map(encodeExportBlock), encodeExportEnd(blocks.length))

const lengthOnly = (length: number): Uint8Array => {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, length)
  return bytes
}

describe('readBlockFile', () => {
  it('yields the blocks of a recording with their lines, compressed or not, with or without a final newline', async () => {
    const text = '{"rlp":"0x01","hash":"0x02"}\n\n{"rlp":"c0","side":true}'
    expect(await blocksIn(text)).toEqual(['0x01', '0xc0'])
    expect(await blocksIn(gzipSync(text))).toEqual(['0x01', '0xc0'])
    const places: string[] = []
    for await (const { place } of readBlockFile(path, chain).blocks) places.push(place)
    expect(places).toEqual(['line 1', 'line 3'])
  })

  it('yields the blocks that writeBlockFile wrote, compressed or not, of every size', async () => {
    const blocks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 100_000 }), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(blocks, fc.boolean(), async (list, packed) => {
        const file = join(folder, packed ? 'export.gz' : 'export')
        rmSync(file, { force: true })
        expect(await writeBlockFile(file, chain, list)).toBe(list.length)
        const read: string[] = []
        for await (const { rlp } of readBlockFile(file, chain).blocks) read.push(toHex(rlp))
        expect(read).toEqual(list.map(toHex))
      }),
      { numRuns: 40 },
    )
  })

  it('rejects an export that is truncated at any byte', async () => {
    const whole = exported([Uint8Array.of(1, 2, 3), Uint8Array.of(4)])
    for (let length = 0; length < whole.length; length++) {
      await expect(blocksIn(whole.subarray(0, length))).rejects.toThrow(BlockFileError)
    }
  })

  it.each<readonly [string, string | Uint8Array, RegExp]>([
    ['is empty', '', /file: is empty/],
    ['is of another format', 'hello', /file: is not a file of blocks/],
    ['is binary of another format', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46), /file: is not a file of blocks/],
    ['is invalid gzip', Uint8Array.of(0x1f, 0x8b, 9, 9), /file: cannot be read: .*compression method/],
    ['ends within a line', '{"rlp":"0x01"}\n{"rlp":', /file, line 2: is not JSON/],
    ['has a line without a block', '{"rlp":"0x01"}\n{"number":7}\n', /file, line 2: has no "rlp"/],
    ['has a line that is not an object', '{"rlp":"0x01"}\nnull\n', /file, line 2: has no "rlp"/],
    ['has invalid hex', '{"rlp":"0xzz"}', /file, line 1: "rlp": .*not a hex digit/],
    [
      'has a hash with an odd number of digits',
      '{"rlp":"0x01","hash":"0x1"}',
      /file, line 1: "hash": has an odd number/,
    ],
    ['has a newer format', concatBytes(header.subarray(0, 8), Uint8Array.of(2, 0)), /is of format 2/],
    [
      'declares a huge block',
      concatBytes(header, lengthOnly(maximumBlockLength + 1)),
      /offset 49: declares a block of/,
    ],
    [
      'declares a wrong number of blocks',
      concatBytes(header, encodeExportEnd(3)),
      /offset 53: declares 3 blocks and contains 0/,
    ],
    [
      'continues after its end',
      concatBytes(exported([]), Uint8Array.of(0)),
      /offset 57: continues after its end/,
    ],
    [
      'is of another network',
      encodeExportHeader({ ...chain, network: 'testnet' }),
      /holds blocks of testnet, not of regtest: choose --network testnet/,
    ],
    [
      'starts from another genesis',
      encodeExportHeader({ ...chain, genesisHash: new Uint8Array(32) }),
      /holds a regtest that starts from 0x00/,
    ],
  ])('rejects a file that %s', async (_, content, problem) => {
    await expect(blocksIn(content)).rejects.toThrow(problem)
  })

  it('rejects a line above the maximum length', async () => {
    const endless = gzipSync(Buffer.alloc(2 * maximumBlockLength + (1 << 20), '{'))
    await expect(blocksIn(endless)).rejects.toThrow(/line 1: is longer than/)
  })

  it('yields blocks or throws BlockFileError for any bytes', async () => {
    const start = fc.constantFrom<Uint8Array>(
      header,
      Buffer.from('{'),
      Uint8Array.of(0x1f, 0x8b, 8),
      new Uint8Array(),
    )
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 200 }), async (first, rest) => {
        const result = await blocksIn(concatBytes(first, rest)).catch((error: unknown) => error)
        expect(Array.isArray(result) || result instanceof BlockFileError).toBe(true)
      }),
      { numRuns: 150 },
    )
  })
})
