const part = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const fourParts = new RegExp(`^${part}(?:\\.${part}){3}$`)

export const isIPv4 = (text: string): boolean => fourParts.test(text)

export const isIPv6 = (text: string): boolean =>
  /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`)
