import type { Command } from '../../commandLine/command.ts'
import { exitCodes } from '../../commandLine/errors.ts'
import { keyAsJson } from '../../keys/keyDescriptions.ts'
import { jsonOption, keyIdOf, keysOptions, withKeyring } from '../../keys/keyringAccess.ts'

export const keysRevokeCommand: Command = {
  name: 'keys revoke',
  operands: 'ID',
  description: `Running servers reject a revoked key within two seconds, also on open WebSockets. ID is shown by
cambium keys list; the whole key is accepted too.`,
  examples: ['cambium keys revoke 0f3c5a9b1d2e --data chains'],
  options: keysOptions,

  async run(given, terminal) {
    const id = keyIdOf(given)
    const key = await withKeyring(given, (keyring) => keyring.revoke(id))
    const isJson = given.options.has(jsonOption.name)
    const text = isJson
      ? JSON.stringify(keyAsJson(key, Date.now()), undefined, 2)
      : `the key ${key.id} (${key.label}) is revoked`
    terminal.print(text)
    return exitCodes.success
  },
}
