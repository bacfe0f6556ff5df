import { section } from '../../../settings/setting.ts'
import { matching, text } from '../../../settings/valueTypes.ts'

/** The state that several processes share. */
export const sharedSettings = section('', {
  shared: {
    type: text(
      'an address such as redis://host:6379, redis+sentinel://host:26379/name or redis+cluster://host:6379',
      'URL',
    ),
    default: undefined,
    unset: 'API keys, limits, filters and usage are those of this process and its data folder',
    group: 'Fleet',
    isSecret: true,
    summary:
      'share API keys, limits, filters and usage among several processes in this Redis or Valkey: a server (of several the primary), the primary that Sentinels name, or a cluster; rediss encrypts',
    when: 'several gateways or nodes serve the same keys',
  },
  sharedPassword: {
    type: text('a password', 'TEXT'),
    default: undefined,
    isReloadable: true,
    unset: 'the password of the address, if it has one',
    isSecret: true,
    summary:
      'use this password for the shared state; set it by the environment, because flags are visible to other users',
    when: 'the server requires a password',
  },
  sharedPasswordFile: {
    type: text('a file', 'FILE'),
    default: undefined,
    isReloadable: true,
    unset: 'no file is read',
    summary: 'read the password for the shared state from this file, alone on its first line',
    when: 'the server requires a password, and a file keeps it from other users',
  },
  sharedCaFile: {
    type: text('a file', 'FILE'),
    default: undefined,
    isReloadable: true,
    unset: 'the authorities that Node trusts',
    summary: 'trust the authorities in this PEM file for the certificates of the shared state (rediss)',
    when: 'the certificate of the server is of an authority of your own',
  },
  sharedPrefix: {
    type: matching(/^[A-Za-z0-9_.-]{1,64}$/, 'a word of letters, digits and . _ -', 'TEXT'),
    default: 'cambium',
    summary:
      'begin the names of all shared keys with this text, to tell several services in one server apart',
    when: 'several services use one server',
  },
})
