import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { DecodeError } from '../../primitives/errors.ts'
import { idOfKeyText } from '../../server/keys/apiKey.ts'
import { withKeyFolder } from '../../server/keys/apiKeyFolder.ts'
import { Keyring, KeyringError } from '../../server/keys/keyring.ts'
import { type KeyStore, storedKeys } from '../../server/keys/keyStore.ts'
import { openSharedState, type SharedState } from '../../server/sharedState.ts'
import type { SharingSettings } from '../../sharing/sharing.ts'
import { SharingError } from '../../sharing/sharingError.ts'
import { type GivenWords, jsonOption, type Option } from '../commandLine/command.ts'
import { CommandFailure, UsageError } from '../commandLine/commandFailure.ts'
import { configOption, readConfiguration } from '../configuration/readConfiguration.ts'
import { serviceSettings } from '../configuration/settings/serviceSettings.ts'
import { sharedSettings } from '../configuration/settings/sharedSettings.ts'
import { sharedConfiguration, sharedFailure } from '../configuration/sharedConfiguration.ts'
import { settingOption } from '../configuration/sources/sources.ts'
import { dataOption, explainFullDisk, refuseInnerFolder } from '../dataFolder/dataFolder.ts'

/* Options and access to the stored keys for the commands `cambium keys …`. */

export const createOption: Option = {
  name: 'create',
  summary: 'create the folder of --data if it does not exist',
}
export const keysOptions: readonly Option[] = [
  dataOption,
  ...Object.values(sharedSettings).map(settingOption),
  configOption,
  jsonOption,
]

/** The id of the key that the operand names, by its id or by the whole key. */
export function keyIdOf({ operands }: GivenWords): string {
  const [name, ...others] = operands
  if (name === undefined) throw new UsageError('the ID of a key is missing')
  if (others.length > 0) throw new UsageError(`unexpected operand ${others[0]}`)
  return idOfKeyText(name) ?? name
}

/** Where the keys are: in the state that processes share, else in a data folder. */
export type KeysPlace = { readonly shared: SharingSettings } | { readonly folder: string }

export function keysPlaceOf(given: GivenWords): KeysPlace {
  const configuration = readConfiguration(given)
  const shared = sharedConfiguration(configuration)
  if (shared !== undefined) return { shared }
  const folder = configuration.value(serviceSettings.data)
  if (folder !== undefined) {
    refuseInnerFolder(folder)
    refuseMissing(folder, given)
    return { folder }
  }
  throw new UsageError('which keys? Name their folder with --data DIR, or the shared state with --shared URL')
}

/** A misspelt folder would get a key that no server has. */
function refuseMissing(folder: string, { options }: GivenWords): void {
  if (existsSync(folder) || options.has(createOption.name)) return
  throw new CommandFailure(
    `there is no folder ${folder}: name that of the node with --data DIR, or let keys create make it with --${createOption.name}`,
  )
}

/** Calls `work` with the keys, while no other process writes them. */
export async function withKeyring<Result>(
  given: GivenWords,
  work: (keyring: Keyring) => Result,
): Promise<Result> {
  const place = keysPlaceOf(given)
  try {
    if ('shared' in place) {
      return await withSharedState(place.shared, ({ keys }) =>
        keys.change((store) => work(keyringOver(store))),
      )
    }
    return await withKeyFolder(place.folder, (store) => work(keyringOver(storedKeys(store))))
  } catch (error) {
    if (error instanceof KeyringError) throw new CommandFailure(error.message)
    if (error instanceof DecodeError) throw new UsageError(error.message)
    throw 'folder' in place ? explainFullDisk(error, place.folder) : error
  }
}

export const keyringOver = (keys: KeyStore): Keyring =>
  new Keyring({ keys, now: Date.now, random: randomBytes })

/** Calls `work` with the state that processes share, then leaves it. */
export async function withSharedState<Result>(
  settings: SharingSettings,
  work: (state: SharedState) => Result | Promise<Result>,
): Promise<Result> {
  try {
    const state = await openSharedState(settings, { log: () => {} }, { isServing: false })
    try {
      return await work(state)
    } finally {
      await state.close()
    }
  } catch (error) {
    throw error instanceof SharingError ? sharedFailure(error) : error
  }
}
