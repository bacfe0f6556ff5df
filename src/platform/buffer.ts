export { Buffer, isUtf8 } from 'node:buffer'
