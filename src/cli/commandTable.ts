import type { Command } from './commandLine/command.ts'
import type { CommandSummary } from './commandLine/help.ts'

/** All commands, in the order of the help. */
export const commandSummaries: readonly CommandSummary[] = [
  { name: 'node', summary: 'serve networks over JSON-RPC; the default command' },
  { name: 'dev', summary: 'serve a development chain that Ethereum’s tools accept' },
  { name: 'peg in', summary: 'pay bitcoins to the federation of a development chain, for RBTC' },
  { name: 'peg out', summary: 'turn RBTC of an account of a development chain into bitcoins' },
  {
    name: 'peg status',
    summary: 'show the peg-ins and peg-outs of a development chain and what they wait for',
  },
  { name: 'peg federation', summary: 'show the federation of a development chain, or change it' },
  {
    name: 'peg advance',
    summary: 'mine on both chains at once until the peg of a development chain waits for nothing',
  },
  { name: 'keys create', summary: 'create an API key, which is shown once' },
  { name: 'keys list', summary: 'show all API keys with their grants and their usage today' },
  { name: 'keys limit', summary: 'change the limits of an API key' },
  { name: 'keys usage', summary: 'show what API keys used on the last days' },
  { name: 'keys revoke', summary: 'revoke an API key permanently' },
  { name: 'keys rotate', summary: 'replace the secret of an API key; the new one is shown once' },
  { name: 'config check', summary: 'list all problems of a configuration' },
  { name: 'config print', summary: 'show every setting with its value and source' },
  { name: 'config docs', summary: 'explain every setting' },
  { name: 'import', summary: 'check, execute and store the blocks of files' },
  { name: 'export', summary: 'write the blocks of the canonical chain to a file' },
  { name: 'inspect', summary: 'show a stored block, transaction or account, or the rules of a network' },
  { name: 'verify', summary: 'compare everything in a data folder with its checksums and hashes' },
  { name: 'prune', summary: 'remove the states of old blocks from a data folder' },
  { name: 'backup', summary: 'copy the chain of a data folder, also of a running node' },
  { name: 'restore', summary: 'copy the chains and keys of a backup to a data folder' },
  { name: 'compact', summary: 'write the data file of a network anew, without free and half-empty pages' },
]

interface CommandModule {
  readonly commands: readonly Command[]
}

/** By the first word of a command. */
const modules: Readonly<Record<string, () => Promise<CommandModule>>> = {
  node: () => import('./commands/node.ts'),
  dev: () => import('./commands/dev.ts'),
  peg: () => import('./commands/peg.ts'),
  keys: () => import('./commands/keys.ts'),
  config: () => import('./commands/config.ts'),
  import: () => import('./commands/import.ts'),
  export: () => import('./commands/export.ts'),
  inspect: () => import('./commands/inspect.ts'),
  verify: () => import('./commands/verify.ts'),
  prune: () => import('./commands/prune.ts'),
  backup: () => import('./commands/backup.ts'),
  restore: () => import('./commands/restore.ts'),
  compact: () => import('./commands/compact.ts'),
}

/** A command is loaded when it is named: the whole service takes long to load. */
export async function loadCommand({ name }: CommandSummary): Promise<Command> {
  const module = await modules[name.split(' ')[0]!]!()
  return module.commands.find((command) => command.name === name)!
}
