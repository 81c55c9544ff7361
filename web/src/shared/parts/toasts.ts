/** Shows a short message over the page. The library is loaded with the first one: most visits see none. */
export async function showToast(kind: 'info' | 'success' | 'error', text: string): Promise<void> {
  const { toast } = await import('react-toastify/unstyled');
  toast[kind](text);
}
