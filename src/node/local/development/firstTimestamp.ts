import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFolders } from '../../../primitives/createFolders.ts'
import { StoreError } from '../../../store/errors.ts'
import { developmentFolder } from '../../services/dataHome.ts'

const fileName = 'first-block.json'

/**
 * The timestamp of the first block. A chain in a folder keeps the one that it was started with, so that a restart finds
 * the same first block. Throws `StoreError` for the folder of a chain with another id, which its first block does not tell.
 */
export function firstTimestamp(dataFolder: string | undefined, present: number, chainId: number): number {
  if (dataFolder === undefined) return present
  const folder = join(dataFolder, developmentFolder)
  const path = join(folder, fileName)
  const { timestamp, chainId: stored = chainId } = storedStart(path)
  if (stored !== chainId) {
    const problem = `${folder} holds a chain with the id ${stored}, not ${chainId}`
    throw new StoreError('other-network', `${problem}: choose this id, or another folder`)
  }
  if (timestamp !== undefined) return timestamp
  createFolders(folder)
  writeFileSync(path, `${JSON.stringify({ timestamp: present, chainId })}\n`)
  return present
}

interface StoredStart {
  readonly timestamp?: number | undefined
  /** Undefined in folders of earlier versions. */
  readonly chainId?: number | undefined
}

/** Empty when the file is missing or damaged; the stamp of the folder then tells another first block. */
function storedStart(path: string): StoredStart {
  try {
    const { timestamp, chainId }: Record<string, unknown> = JSON.parse(readFileSync(path, 'utf8'))
    return { timestamp: wholeNumber(timestamp), chainId: wholeNumber(chainId) }
  } catch {
    return {}
  }
}

const wholeNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
