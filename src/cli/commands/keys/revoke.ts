import type { Command } from '../../command.ts'
import { exitCodes } from '../../errors.ts'
import { keyAsJson } from '../../keys/keyDescriptions.ts'
import { jsonOption, keyIdOf, keysOptions, withKeyring } from '../../keys/keyringAccess.ts'

export const keysRevokeCommand: Command = {
  name: 'keys revoke',
  operands: 'ID',
  summary: 'end an API key for good',
  description: `Running servers refuse a revoked key within two seconds, also on WebSockets that are open already.
ID is the one that cambium keys list shows; the whole key will do as well.`,
  examples: ['cambium keys revoke 0f3c5a9b1d2e --data chains'],
  options: keysOptions,

  async run(given, terminal) {
    const id = keyIdOf(given)
    const key = await withKeyring(given, (keyring) => keyring.revoke(id))
    const isJson = given.options.has(jsonOption.name)
    const told = isJson
      ? JSON.stringify(keyAsJson(key, Date.now()), undefined, 2)
      : `the key ${key.id} (${key.label}) is revoked`
    terminal.print(told)
    return exitCodes.success
  },
}
