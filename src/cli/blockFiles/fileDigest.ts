import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { equalBytes } from '../../primitives/bytes.ts'
import type { ArchivedFile } from './archiveManifest.ts'
import { BlockFileError } from './recordedBlock.ts'

export interface FileDigest {
  readonly bytes: number
  readonly sha256: Uint8Array
}

export async function fileDigest(path: string): Promise<FileDigest> {
  const sha256 = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    sha256.update(chunk)
  }
  return { bytes, sha256: sha256.digest() }
}

/** Throws a `BlockFileError` when a file is not the one that the manifest describes; `shown` is its name for messages. */
export async function checkDigest(path: string, expected: ArchivedFile, shown: string): Promise<void> {
  const { bytes, sha256 } = await fileDigest(path)
  if (bytes !== expected.bytes) {
    const problem = `has ${bytes} bytes, not the ${expected.bytes} of the manifest: it is truncated or another file`
    throw new BlockFileError(shown, '', problem)
  }
  if (!equalBytes(sha256, expected.sha256))
    throw new BlockFileError(shown, '', 'has another SHA-256 than the manifest says: it is damaged')
}
