import type { IssuedKey } from '../../server/keys/keyring.ts'
import type { Arguments } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { keyAsJson } from './keyDescriptions.ts'
import { jsonOption } from './keyringAccess.ts'

/** Shows a new secret, the only time that this is possible. Alone on the output, it can be piped to where it is kept. */
export function tellIssued({ key, text }: IssuedKey, { options }: Arguments, terminal: Terminal): void {
  if (options.has(jsonOption.name)) {
    terminal.print(JSON.stringify({ key: text, ...keyAsJson(key, Date.now()) }, undefined, 2))
    return
  }
  terminal.print(text)
  terminal.note(`This is the key ${key.id} (${key.label}). It is shown this once: keep it safe.`)
  if (key.retired === undefined) return
  terminal.note(`The old secret works until ${new Date(key.retired.expiresAt).toISOString()}.`)
}
