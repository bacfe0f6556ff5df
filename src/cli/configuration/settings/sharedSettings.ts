import { section } from '../../../settings/setting.ts'
import { matching, text } from '../../../settings/valueTypes.ts'

/** The state that several processes share. */
export const sharedSettings = section('', {
  shared: {
    type: text(
      'an address as redis://host:6379, redis+sentinel://host:26379/name or redis+cluster://host:6379',
      'URL',
    ),
    default: undefined,
    unset: 'API keys, limits, filters and usage are those of this process and its data folder',
    isCommon: true,
    isSecret: true,
    summary:
      'Redis or Valkey that holds API keys, limits, filters and usage for several processes: a server, of several the primary, the primary that Sentinels name, or a cluster; rediss encrypts',
  },
  sharedPassword: {
    type: text('a password', 'TEXT'),
    default: undefined,
    unset: 'the password of the address, if it has one',
    isSecret: true,
    summary:
      'password for the shared state; set it by the environment, because flags are visible to other users',
  },
  sharedPasswordFile: {
    type: text('a file', 'FILE'),
    default: undefined,
    unset: 'no file is read',
    summary: 'file with the password for the shared state, alone on its first line',
  },
  sharedCaFile: {
    type: text('a file', 'FILE'),
    default: undefined,
    unset: 'the authorities that Node trusts',
    summary: 'PEM file of the authorities that sign the certificates of the shared state (rediss)',
  },
  sharedPrefix: {
    type: matching(/^[A-Za-z0-9_.-]{1,64}$/, 'a word of letters, digits and . _ -', 'TEXT'),
    default: 'cambium',
    summary: 'beginning of the names of all shared keys, to tell several services in one server apart',
  },
})
