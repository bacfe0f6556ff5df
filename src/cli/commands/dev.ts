import { writeFileSync } from 'node:fs'
import { type CompiledFolders, compiledFolders } from '../../node/local/artifacts/compiledFolders.ts'
import { ArtifactsError } from '../../node/local/artifacts/readArtifacts.ts'
import { reasonOf } from '../../primitives/errors.ts'
import type { Command, Option } from '../commandLine/command.ts'
import { CommandFailure } from '../commandLine/commandFailure.ts'
import { developmentConfiguration } from '../configuration/developmentConfiguration.ts'
import { developmentOptions, readDevelopmentConfiguration } from '../configuration/developmentOptions.ts'
import type { Announcement } from '../service/announcement.ts'
import { chainFile, developmentBanner } from '../service/developmentBanner.ts'
import type { Service } from '../service/openService.ts'
import { isWatched, type ServingOptions, serveUntilStopped } from '../service/serveUntilStopped.ts'

const jsonOption: Option = {
  name: 'json',
  group: 'Output',
  summary: 'print the addresses as one JSON object',
}
const silentOption: Option = {
  name: 'silent',
  alsoNamed: ['quiet'],
  group: 'Output',
  summary: 'print errors only',
}
const verboseOption: Option = {
  name: 'verbose',
  group: 'Output',
  summary: 'show every call between contracts',
}

const artifactsHint =
  'hint: --artifacts DIR (artifacts of Hardhat, out of Foundry) names functions and errors, and shows the lines of Solidity'

function artifactsOf(given: string | false | undefined): CompiledFolders | undefined {
  try {
    return compiledFolders(given, '.')
  } catch (error) {
    throw error instanceof ArtifactsError ? new CommandFailure(error.message) : error
  }
}

function writeChainFile(path: string, content: object): void {
  try {
    writeFileSync(path, `${JSON.stringify(content, undefined, 2)}\n`)
  } catch (error) {
    throw new CommandFailure(`the file ${path} of --config-out cannot be written: ${reasonOf(error)}`)
  }
}

const devCommand: Command = {
  name: 'dev',
  description: `Start one local chain with Rootstock's rules, gas, Bridge and REMASC, at http://127.0.0.1:8545. It answers
as the tools of Ethereum expect: Hardhat, Foundry, ethers and viem work unchanged. It has
funded accounts of a known phrase, mines a block per transaction, estimates gas for transactions that
name none, and has the helper methods of Anvil, Hardhat and Ganache (anvil_*, hardhat_*, evm_*).

The helpers let every client change balances and contracts. Serve the chain to other machines only where
you trust all of them: --host 0.0.0.0 --allow-anonymous.

cambium node serves Rootstock's own answers and the public networks.`,
  examples: [
    'cambium dev',
    'cambium dev -p 8546 --accounts 20 --balance 5',
    'cambium dev --block-time 5 --gas-price 60000000',
    'cambium dev --fork testnet      # continue a public chain',
    'cambium dev --data chain        # keep the chain in a folder',
  ],
  options: [...developmentOptions, jsonOption, silentOption, verboseOption],

  async run(given, terminal) {
    const configuration = developmentConfiguration(readDevelopmentConfiguration(given))
    const { artifacts, configOut } = configuration
    const shown = {
      isJson: given.options.has(jsonOption.name),
      isVerbose: given.options.has(verboseOption.name),
      isSilent: given.options.has(silentOption.name),
    }
    // Only the log names contracts, but a given folder must exist even without a log.
    const isRead = artifacts !== undefined || isWatched(shown, terminal)
    const compiled = isRead ? artifactsOf(artifacts) : undefined
    const options: ServingOptions = {
      endsWithReader: true,
      ...shown,
      artifacts: compiled,
      hint: artifactsHint,
      textOf: (announcement, service) =>
        developmentBanner(announcement, service, { isVerbose: shown.isVerbose, compiled }),
      ...(configOut !== undefined && {
        onReady: (announcement: Announcement, service: Service) =>
          writeChainFile(configOut, chainFile(announcement, service)),
      }),
    }
    await serveUntilStopped(configuration, options, terminal)
  },
}

export const commands = [devCommand]
