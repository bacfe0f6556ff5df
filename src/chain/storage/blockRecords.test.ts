import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keccak256 } from '../../crypto/keccak256.ts'
import { asciiBytes } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { recordedBlocks } from '../../primitives/recordings.cases.ts'
import { decodeBlock } from '../../protocol/block.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { copyTables } from '../../store/copyStore.ts'
import { openStore } from '../../store/openStore.ts'
import { takeSerial } from './blockRecords.ts'
import { putBlock } from './blocks.ts'

const tables = ['headers', 'bodies', 'receipts'] as const
const pageBytes = 4096

it('blocks fill the pages of their tables, so that compacting them gains nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-pages-'))
  const open = (name: string) =>
    openStore({
      path: join(folder, name),
      network: regtest.name,
      genesisHash: new Uint8Array(32),
      tables: [...tables, 'serials', 'meta'],
      flush: 'none',
    })
  const [store, hashes, packed] = [open('live'), open('serials'), open('packed')]
  const { header, ...body } = decodeBlock(fromHex(recordedBlocks('contracts')[9]!.rlp), regtest)
  const record = { header, totalDifficulty: 1n, stateRoot: header.stateRoot }
  for (let number = 0; number < 600; number++) {
    const hash = keccak256(asciiBytes(`${number}`))
    const serial = hashes.write((batch) => takeSerial(batch, hash))
    store.write((batch) => putBlock(batch, serial, record, body, []))
  }
  for (const _ of copyTables(tables, store, packed));
  const more = store.usedBytes!()! - packed.usedBytes!()!
  expect([...store.range('headers')]).toHaveLength(600)
  expect(Math.abs(more)).toBeLessThanOrEqual(tables.length * pageBytes)
  for (const opened of [store, hashes, packed]) opened.close()
  rmSync(folder, { recursive: true })
})
