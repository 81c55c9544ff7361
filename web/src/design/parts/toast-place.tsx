import 'react-toastify/ReactToastify.css';
import './toasts.css';
import { useEffect } from 'react';
import { ToastContainer } from 'react-toastify/unstyled';
import { forgetToasts } from './toasts.ts';

/**
 * Where toasts appear: top right, five seconds (specification LI-4), three at most
 * (decisions N-3).
 */
export default function ToastPlace() {
  useEffect(() => forgetToasts, []);
  // The page's own colours have both themes; the library's dark one would follow the system only.
  return <ToastContainer position="top-right" autoClose={5000} limit={3} aria-label="Messages" theme="light" />;
}
