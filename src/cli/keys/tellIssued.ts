import type { IssuedKey } from '../../server/keys/keyring.ts'
import type { Arguments } from '../commandLine/command.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { keyAsJson } from './keyDescriptions.ts'
import { jsonOption } from './keyringAccess.ts'

/** Prints a new key, which is not stored. Standard output holds the key alone, so that it can be piped. */
export function tellIssued({ key, text }: IssuedKey, { options }: Arguments, terminal: Terminal): void {
  if (options.has(jsonOption.name)) {
    terminal.print(JSON.stringify({ key: text, ...keyAsJson(key, Date.now()) }, undefined, 2))
    return
  }
  terminal.print(text)
  terminal.note(
    `This is the key ${key.id} (${key.label}). It is shown this once and cannot be recovered: store it safely.`,
  )
  if (key.retired === undefined) return
  terminal.note(`The old secret works until ${new Date(key.retired.expiresAt).toISOString()}.`)
}
