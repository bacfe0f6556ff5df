import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFolders } from '../../../primitives/createFolders.ts'
import { developmentFolder } from '../../services/dataHome.ts'

const fileName = 'first-block.json'

/**
 * The timestamp of the first block. A chain in a folder keeps the one that it was started with, so that a restart finds
 * the same first block.
 */
export function firstTimestamp(dataFolder: string | undefined, present: number): number {
  if (dataFolder === undefined) return present
  const folder = join(dataFolder, developmentFolder)
  const path = join(folder, fileName)
  const stored = storedTimestamp(path)
  if (stored !== undefined) return stored
  createFolders(folder)
  writeFileSync(path, `${JSON.stringify({ timestamp: present })}\n`)
  return present
}

/** Undefined when the file is missing or damaged; the stamp of the folder then tells another first block. */
function storedTimestamp(path: string): number | undefined {
  try {
    const { timestamp }: { timestamp?: unknown } = JSON.parse(readFileSync(path, 'utf8'))
    return typeof timestamp === 'number' && Number.isSafeInteger(timestamp) && timestamp >= 0
      ? timestamp
      : undefined
  } catch {
    return undefined
  }
}
