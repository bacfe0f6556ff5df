import type { Command } from './commandLine/command.ts'
import type { CommandSummary } from './commandLine/help.ts'

/** All commands, in the order of the help. */
export const commandSummaries: readonly CommandSummary[] = [
  { group: 'Run', name: 'dev', summary: 'start a development chain for the tools of Ethereum' },
  { group: 'Run', name: 'node', summary: 'serve networks over JSON-RPC; the default command' },
  {
    group: 'Peg',
    name: 'peg in',
    summary: 'pay bitcoins to the federation of a development chain, for RBTC',
  },
  { group: 'Peg', name: 'peg out', summary: 'turn RBTC of an account of a development chain into bitcoins' },
  {
    group: 'Peg',
    name: 'peg status',
    summary: 'show the peg-ins and peg-outs of a development chain and what they wait for',
  },
  {
    group: 'Peg',
    name: 'peg federation',
    summary: 'show the federation of a development chain, or change it',
  },
  {
    group: 'Peg',
    name: 'peg advance',
    summary: 'mine on both chains at once until no peg-in or peg-out of a development chain waits',
  },
  { group: 'Keys', name: 'keys create', summary: 'create an API key and show it once' },
  { group: 'Keys', name: 'keys list', summary: 'show all API keys with their grants and their usage today' },
  { group: 'Keys', name: 'keys limit', summary: 'change the limits of an API key' },
  { group: 'Keys', name: 'keys usage', summary: 'show the usage of API keys on the last days' },
  { group: 'Keys', name: 'keys revoke', summary: 'revoke an API key permanently' },
  {
    group: 'Keys',
    name: 'keys rotate',
    summary: 'replace the secret of an API key and show the new one once',
  },
  { group: 'Data', name: 'import', summary: 'check, execute and store the blocks of files' },
  { group: 'Data', name: 'export', summary: 'write the blocks to a file, or tables to Parquet, CSV or JSON' },
  {
    group: 'Data',
    name: 'inspect',
    summary: 'show a stored block, transaction or account, or the rules of a network',
  },
  {
    group: 'Data',
    name: 'verify',
    summary: 'compare everything in a data folder with its checksums and hashes',
  },
  { group: 'Data', name: 'prune', summary: 'remove the states of old blocks from a data folder' },
  { group: 'Data', name: 'backup', summary: 'copy the chain of a data folder, also of a running node' },
  { group: 'Data', name: 'restore', summary: 'copy the chains and keys of a backup to a data folder' },
  {
    group: 'Data',
    name: 'compact',
    summary: 'rewrite the data file of a network without free and half-empty pages',
  },
  { group: 'Configuration', name: 'config check', summary: 'list all problems of a configuration' },
  { group: 'Configuration', name: 'config print', summary: 'show every setting with its value and source' },
  { group: 'Configuration', name: 'config docs', summary: 'explain every setting' },
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
