import 'react-toastify/ReactToastify.css';
import { ToastContainer } from 'react-toastify/unstyled';

/** Where toasts appear: top right, five seconds (specification 1, section 9). */
export default function ToastPlace() {
  return <ToastContainer position="top-right" autoClose={5000} aria-label="Messages" theme="auto" />;
}
