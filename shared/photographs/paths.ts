import type { PhotographSize } from './photographs.ts'

/** Where visitors get what was made of photographs: `/photographs/<digest>.webp`. */
export const PHOTOGRAPHS_PATH = '/photographs'

export function toPhotographPath({ digest, format }: Omit<PhotographSize, 'width'>): string {
  return `${PHOTOGRAPHS_PATH}/${digest}.${format}`
}
