import { DecodeError } from '../../primitives/errors.ts'
import { fromHex } from '../../primitives/hex.ts'
import type { ByteStream } from './byteStream.ts'
import { BlockFileError, type BlockInFile, maximumBlockLength } from './recordedBlock.ts'

/*
 * Recordings: one JSON object per line, whose member `rlp` is a block in hex. A member `hash` must be that of the
 * block; other members are ignored.
 */

const maximumLineLength = 2 * maximumBlockLength + (64 << 10)
const text = new TextDecoder()

/** Blocks in the order of the file; empty lines are skipped. */
export async function* jsonLineBlocks(stream: ByteStream, path: string): AsyncGenerator<BlockInFile> {
  for (let number = 1; ; number++) {
    const place = `line ${number}`
    const line = await stream.line(maximumLineLength)
    if (line === undefined) return
    if (line === 'too-long')
      throw new BlockFileError(path, place, `is longer than ${maximumLineLength} bytes`)
    const json = text.decode(line).trim()
    if (json !== '') yield { place, ...blockOfLine(json, path, place) }
  }
}

function blockOfLine(json: string, path: string, place: string): Pick<BlockInFile, 'rlp' | 'hash'> {
  const value = parsed(json, path, place)
  const rlp = member(value, 'rlp')
  if (typeof rlp !== 'string') {
    throw new BlockFileError(path, place, 'has no "rlp" with the block in hex: is it a recorded chain?')
  }
  const hash = member(value, 'hash')
  try {
    return {
      rlp: fromHex(rlp, '"rlp"'),
      hash: typeof hash === 'string' ? fromHex(hash, '"hash"') : undefined,
    }
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    throw new BlockFileError(path, place, error.message)
  }
}

function parsed(json: string, path: string, place: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new BlockFileError(path, place, 'is not JSON: the file is truncated or of another format')
  }
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.getOwnPropertyDescriptor(value, name)?.value
}
