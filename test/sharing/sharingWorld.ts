import { onTestFinished } from 'vitest'
import { parseAddress } from '../../src/sharing/sharedAddress.ts'
import { Sharing, type SharingLog, type SharingSettings } from '../../src/sharing/sharing.ts'
import type { RedisServer } from '../fleet/redisServer.ts'

let prefixes = 0
/** Unique to the test. */
export const newPrefix = (): string => `test-${prefixes++}`

export const settingsFor = (url: string, settings: Partial<SharingSettings> = {}): SharingSettings => ({
  address: parseAddress(url),
  prefix: newPrefix(),
  ...settings,
})

/** A connection like that of another process, not open yet. */
export function sharingWith(settings: SharingSettings, log?: SharingLog): Sharing {
  const sharing = new Sharing(settings, log)
  onTestFinished(() => sharing.close())
  return sharing
}

export async function shareIn(
  { url }: Pick<RedisServer, 'url'>,
  settings: Partial<SharingSettings> = {},
  log?: SharingLog,
): Promise<Sharing> {
  const sharing = sharingWith(settingsFor(url, settings), log)
  await sharing.open()
  return sharing
}
