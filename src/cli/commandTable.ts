import type { Command } from './commandLine/command.ts'
import type { CommandSummary } from './commandLine/help.ts'

/** The summaries of all commands by their group and name, in the order of the help. */
const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Run: {
    dev: 'start a development chain for the tools of Ethereum',
    node: 'serve networks over JSON-RPC; the default command',
    light: 'serve the answers of other endpoints, each checked against proof of work',
  },
  Peg: {
    'peg in': 'pay bitcoins to the federation of a development chain, for RBTC',
    'peg out': 'turn RBTC of an account of a development chain into bitcoins',
    'peg status': 'show the peg-ins and peg-outs of a development chain and what they wait for',
    'peg federation': 'show the federation of a development chain, or change it',
    'peg advance': 'mine on both chains at once until no peg-in or peg-out of a development chain waits',
  },
  Keys: {
    'keys create': 'create an API key and show it once',
    'keys list': 'show all API keys with their grants and their usage today',
    'keys limit': 'change the limits of an API key',
    'keys usage': 'show the usage of API keys on the last days',
    'keys revoke': 'revoke an API key permanently',
    'keys rotate': 'replace the secret of an API key and show the new one once',
  },
  Data: {
    import: 'check, execute and store the blocks of files',
    export: 'write the blocks to a file, or tables to Parquet, CSV or JSON',
    inspect: 'show a stored block, transaction or account, or the rules of a network',
    verify: 'compare everything in a data folder with its checksums and hashes',
    prune: 'remove the states of old blocks from a data folder',
    backup: 'copy the chain of a data folder, also of a running node',
    restore: 'copy the chains and keys of a backup to a data folder',
    compact: 'rewrite the data file of a network without free and half-empty pages',
  },
  Configuration: {
    'config check': 'list all problems of a configuration',
    'config print': 'show every setting with its value and source',
    'config docs': 'explain every setting',
  },
}

export const commandSummaries: readonly CommandSummary[] = Object.entries(groups).flatMap(
  ([group, commands]) => Object.entries(commands).map(([name, summary]) => ({ group, name, summary })),
)

interface CommandModule {
  readonly commands: readonly Command[]
}

/** By the first word of a command. */
const modules: Readonly<Record<string, () => Promise<CommandModule>>> = {
  node: () => import('./commands/node.ts'),
  dev: () => import('./commands/dev.ts'),
  light: () => import('./commands/light.ts'),
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
