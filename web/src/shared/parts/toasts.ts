/** Shows a short message over the page, which may lead somewhere. The library is loaded with the first one: most visits see none. */
export async function showToast(kind: 'info' | 'success' | 'error', text: string, onClick?: () => void): Promise<void> {
  const { toast } = await import('react-toastify/unstyled');
  toast[kind](text, onClick && { onClick, closeOnClick: true });
}
