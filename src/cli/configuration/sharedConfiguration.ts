import type { SettingValues } from '../../settings/setting.ts'
import { parseAddress } from '../../sharing/sharedAddress.ts'
import type { SharingSettings } from '../../sharing/sharing.ts'
import { SharingError, type SharingProblem } from '../../sharing/sharingError.ts'
import { CommandFailure } from '../commandLine/commandFailure.ts'
import type { Configuration } from './configuration.ts'
import { ConfigurationError } from './configurationError.ts'
import { sharedSettings } from './settings/sharedSettings.ts'
import { readSecretFile, readTextFile } from './sources/readTextFile.ts'

/** How the shared state is reached; undefined without `shared`. Throws `ConfigurationError`. */
export function sharedConfiguration(configuration: Configuration): SharingSettings | undefined {
  const values = configuration.values(sharedSettings)
  const { shared, sharedCaFile, sharedPrefix: prefix } = values
  if (shared === undefined) {
    const set = [values.sharedPassword, values.sharedPasswordFile, sharedCaFile]
    if (set.every((value) => value === undefined)) return undefined
    throw new ConfigurationError(['a password or authorities of the shared state are set, but shared is not'])
  }
  const address = addressIn(shared)
  if (sharedCaFile !== undefined && !address.servers.some(({ isEncrypted }) => isEncrypted)) {
    throw new ConfigurationError(['shared-ca-file is set, but no address of shared begins with rediss'])
  }
  return {
    address,
    prefix,
    password: passwordOf(values),
    authorities: sharedCaFile && readTextFile(sharedCaFile),
  }
}

function addressIn(text: string): SharingSettings['address'] {
  try {
    return parseAddress(text)
  } catch (error) {
    if (!(error instanceof SharingError)) throw error
    throw new ConfigurationError([`shared: ${error.message}`])
  }
}

function passwordOf({
  sharedPassword,
  sharedPasswordFile,
}: SettingValues<typeof sharedSettings>): string | undefined {
  if (sharedPasswordFile === undefined) return sharedPassword
  if (sharedPassword !== undefined) {
    throw new ConfigurationError([
      'shared-password and shared-password-file are both set: choose one of them',
    ])
  }
  const [password = ''] = readSecretFile(sharedPasswordFile).split(/\r?\n/)
  if (password === '')
    throw new ConfigurationError([`${sharedPasswordFile} has no password on its first line`])
  return password
}

/** Advice for the operator, after the message of the problem. */
const advice: Partial<Record<SharingProblem, string>> = {
  away:
    'Start the server or correct the address (rediss:// for a port with TLS, redis:// for one without). ' +
    'No process starts without its shared state; a running one continues for a minute with the keys that it knows.',
  refused:
    'Set the password with --shared-password-file or CAMBIUM_SHARED_PASSWORD, the authority of a certificate with --shared-ca-file.',
}

/** The shared state cannot be used: what is wrong, and what to do. */
export function sharedFailure({ message, problem }: SharingError): CommandFailure {
  const help = advice[problem]
  return new CommandFailure(`--shared: ${message}${help === undefined ? '' : `\n${help}`}`)
}
