import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFolders } from '../../../primitives/createFolders.ts'

const fileName = 'first-block.json'

/** How the chain of a folder began. */
export interface StoredStart {
  readonly timestamp?: number | undefined
  /** Undefined in folders of earlier versions. */
  readonly chainId?: number | undefined
}

/** Empty when the file is missing or damaged; the first block then differs from the folder's stamp, and opening fails. */
export function storedStart(folder: string): StoredStart {
  try {
    const { timestamp, chainId }: Record<string, unknown> = JSON.parse(
      readFileSync(join(folder, fileName), 'utf8'),
    )
    return { timestamp: wholeNumber(timestamp), chainId: wholeNumber(chainId) }
  } catch {
    return {}
  }
}

export function storeStart(folder: string, start: Required<StoredStart>): void {
  createFolders(folder)
  writeFileSync(join(folder, fileName), `${JSON.stringify(start)}\n`)
}

const wholeNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
