/** The page that takes a booking up again with all that was typed. */
export function retryPath(id: string | undefined): string {
  return id ? `/meeting?retry=${encodeURIComponent(id)}` : '/meeting'
}
