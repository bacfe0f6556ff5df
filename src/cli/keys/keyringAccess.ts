import { randomBytes } from 'node:crypto'
import { DecodeError } from '../../primitives/errors.ts'
import { idOfKeyText } from '../../server/keys/apiKey.ts'
import { withKeyFolder } from '../../server/keys/keyFolder.ts'
import { Keyring, KeyringError } from '../../server/keys/keyring.ts'
import { storedKeys } from '../../server/keys/storedKeys.ts'
import type { Store } from '../../store/store.ts'
import type { Arguments, Option } from '../commandLine/command.ts'
import { CommandFailure, UsageError } from '../commandLine/errors.ts'
import { configOption, readConfiguration } from '../configuration/readConfiguration.ts'
import { serviceSettings } from '../configuration/serviceSettings.ts'
import { dataOption } from '../dataFolder/dataFolder.ts'
import { explainFullDisk } from '../dataFolder/fullDisk.ts'

/* Options and access to the stored keys for the commands `cambium keys …`. */

export const jsonOption: Option = { name: 'json', summary: 'print JSON' }
export const keysOptions: readonly Option[] = [dataOption, configOption, jsonOption]

export function expectNoOperands({ operands }: Arguments): void {
  if (operands.length > 0) throw new UsageError(`unexpected operand ${operands[0]}`)
}

/** The id of the key that the operand names, by its id or by the whole key. */
export function keyIdOf({ operands }: Arguments): string {
  const [name, ...others] = operands
  if (name === undefined) throw new UsageError('the ID of a key is missing')
  if (others.length > 0) throw new UsageError(`unexpected operand ${others[0]}`)
  return idOfKeyText(name) ?? name
}

export function keysFolderOf(given: Arguments): string {
  const folder = readConfiguration(given).value(serviceSettings.data)
  if (folder === undefined) throw new UsageError('--data DIR is missing: which folder holds the keys?')
  return folder
}

/** Calls `work` with the keys, while no other process writes them. */
export async function withKeyring<Result>(
  given: Arguments,
  work: (keyring: Keyring) => Result,
): Promise<Result> {
  const folder = keysFolderOf(given)
  try {
    return await withKeyFolder(folder, (store) => work(keyringOver(store)))
  } catch (error) {
    if (error instanceof KeyringError) throw new CommandFailure(error.message)
    if (error instanceof DecodeError) throw new UsageError(error.message)
    throw explainFullDisk(error, folder)
  }
}

export const keyringOver = (store: Store): Keyring =>
  new Keyring({ keys: storedKeys(store), now: Date.now, random: randomBytes })
