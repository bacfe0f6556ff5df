import { mkdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'vitest'
import type { WatchedPage } from './browser.ts'

const folder = resolve(import.meta.dirname, '../../docs/img')
const maximumBytes = 200_000

/**
 * Writes the window as a picture of the documents, when `WEB_PICTURES` is set. The variable has no CAMBIUM prefix, because
 * the node refuses unknown names with it.
 */
export async function documentPicture({ page }: WatchedPage, name: string): Promise<void> {
  if (process.env['WEB_PICTURES'] === undefined) return
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name}.png`)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.screenshot({ path })
  expect(statSync(path).size).toBeLessThan(maximumBytes)
}
